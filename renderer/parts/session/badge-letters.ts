/**
 * The letters on the badges of connections. A badge is how a connection is recognised in the rail, so no two of them show the
 * same: what the first letters do not tell apart is told apart by later ones, and at last by a number.
 */

/** Beyond this much of a name (UTF-16 code units) nobody looks for its letters. */
const lookedAt = 96;
/** The largest letter: what is drawn on a badge must stay on it. */
const largestLetter = 12;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A different badge of one to four characters for each name, in their order; a name keeps its badge when others follow it.
 * `given`: badges that names at these places have already; of two that are the same the first is kept.
 */
export function tellApart(
  names: readonly string[],
  given: readonly (string | undefined)[] = [],
): readonly string[] {
  const unique = given.map((badge, index) => (given.indexOf(badge) === index ? badge : undefined));
  const taken = new Set(unique.filter((badge) => badge !== undefined));
  const seen = new Set<string>();
  return names.map((name, index) => {
    const has = unique[index];
    if (has !== undefined) return has;
    const words = wordsOf(name);
    const same = name.trim().toLowerCase();
    // Of two that have one name no letter says which is which.
    const lettered = seen.has(same) ? [] : candidates(words);
    seen.add(same);
    const badge = first(lettered, taken) ?? numbered(words, taken);
    taken.add(badge);
    return badge;
  });
}

function first(candidates: Iterable<string>, taken: ReadonlySet<string>): string | undefined {
  for (const candidate of candidates) if (!taken.has(candidate)) return candidate;
  return undefined;
}

/** A word as its letters, each as it is drawn; a number is one letter, of up to four digits. */
type Word = readonly string[];

/** What a badge may say of a name, the most telling first. */
function* candidates(words: readonly Word[]): Iterable<string> {
  const [one, two, ...more] = words;
  if (one === undefined) return;
  const start = one[0] ?? '';
  if (two === undefined) {
    if (one.length === 1) yield start;
    for (const letter of one.slice(1)) yield start + letter;
    return;
  }
  if (isNumber(start)) {
    // An address of digits: its first number, else its port.
    yield start;
    yield words.at(-1)?.[0] ?? start;
    return;
  }
  yield start + brief(two[0]);
  for (const word of more) yield start + brief(word[0]);
  for (const letter of two.slice(1)) yield start + letter;
  for (const word of more) for (const letter of word.slice(1)) yield start + letter;
  for (const letter of one.slice(1)) yield start + letter;
}

function brief(letter = ''): string {
  return isNumber(letter) ? letter.slice(0, 3) : letter;
}

function numbered(words: readonly Word[], taken: ReadonlySet<string>): string {
  const start = words[0]?.[0] ?? '?';
  if (words.length === 0 && !taken.has(start)) return start;
  for (let number = 2; ; number++) {
    const badge = `${isNumber(start) ? '#' : start}${String(number)}`;
    if (!taken.has(badge)) return badge;
  }
}

function wordsOf(name: string): readonly Word[] {
  const words: string[][] = [];
  let open: string[] | undefined;
  for (const { segment } of letters.segment(name.slice(0, lookedAt))) {
    if (/^\p{Extended_Pictographic}/u.test(segment)) {
      words.push([fitting(segment)]);
      open = undefined;
    } else if (/^[\p{L}\p{N}]/u.test(segment)) {
      if (open === undefined) words.push((open = []));
      open.push(fitting(segment.toUpperCase()));
    } else {
      open = undefined;
    }
  }
  return words.map((word) => (word.every(isNumber) ? [word.join('').slice(0, 4)] : word));
}

/** A letter under a heap of marks is drawn without them. */
function fitting(letter: string): string {
  return letter.length <= largestLetter ? letter : (Array.from(letter)[0] ?? letter);
}

function isNumber(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}
