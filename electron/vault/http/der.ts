/** The values of DER texts, limited to the parts used here. */

/**
 * Range of a value's content; `at`: behind its tag. Undefined if the bytes are not DER; indefinite lengths (BER) end
 * with the surrounding value.
 */
export function contentAt(
  der: Uint8Array,
  at: number,
  end: number,
): readonly [from: number, to: number] | undefined {
  const first = der[at];
  if (first === undefined || at >= end) return undefined;
  if (first === 0x80) return [at + 1, end];
  if (first < 0x80) return at + 1 + first <= end ? [at + 1, at + 1 + first] : undefined;
  const digits = first & 0x7f;
  if (digits > 4) return undefined;
  const from = at + 1 + digits;
  const to = from + numberOf(der.subarray(at + 1, from));
  return to <= end ? [from, to] : undefined;
}

/** A number of a few bytes. */
export function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}
