/**
 * Searches many bytes for many texts at once. One pass per text would take a minute over the memory of an app. The
 * algorithm of Wu and Manber knows from the last two bytes of a window how far it can skip without missing a text.
 */

export interface TextSearch {
  /** Indexes, in the list of texts, of those that occur in `bytes`. */
  readonly in: (bytes: Uint8Array) => Set<number>;
}

/** Prepares a search for texts of two bytes or more. */
export function textSearch(texts: readonly Uint8Array[]): TextSearch {
  const window = Math.min(...texts.map((text) => text.length));
  if (window < 2) throw new Error('A text to search for has two bytes or more.');
  // Indexed by two bytes: how far the window can move if it ends with them, and the texts whose windows end so.
  const shifts = new Uint16Array(0x1_00_00).fill(Math.min(window - 1, 0xff_ff));
  const endings = new Map<number, number[]>();
  for (const [number, text] of texts.entries()) {
    for (let end = 1; end < window; end += 1) {
      const pair = pairAt(text, end);
      shifts[pair] = Math.min(shifts[pair] ?? 0, window - 1 - end);
      if (end === window - 1) endings.set(pair, [...(endings.get(pair) ?? []), number]);
    }
  }
  return {
    in: (bytes) => {
      const found = new Set<number>();
      let end = window - 1;
      while (end < bytes.length) {
        const pair = pairAt(bytes, end);
        const shift = shifts[pair] ?? 0;
        if (shift === 0) {
          for (const number of endings.get(pair) ?? []) {
            const text = texts[number];
            if (text !== undefined && !found.has(number) && isAt(bytes, end - window + 1, text))
              found.add(number);
          }
        }
        end += shift === 0 ? 1 : shift;
      }
      return found;
    },
  };
}

/** The two bytes that end at an offset, as one number. */
function pairAt(bytes: Uint8Array, end: number): number {
  return ((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0);
}

function isAt(bytes: Uint8Array, from: number, text: Uint8Array): boolean {
  if (from + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text[i]) return false;
  return true;
}
