/**
 * Compares JSON texts by value. Servers rewrite stored JSON: keys of objects are sorted, `<`, `>` and `&` come back
 * as `\u003c`…, and KV v2 turns every number into a 64-bit float (KV v1 keeps the digits). So values are compared in
 * a canonical form: parsed, keys sorted, numbers in one notation.
 */

/** Number precision of the storing engine: KV v2 keeps 64-bit floats only, the others keep all digits. */
export type NumberSense = 'float64' | 'exact';

/** Returns one text for all JSON texts of the same value. Throws `SyntaxError` if `raw` is not JSON. */
export function canonicalJson(raw: string, numbers: NumberSense): string {
  try {
    return written(parseWithNumbers(raw), numbers);
  } catch (error) {
    // Nested deeper than the stack: no server accepts it, and its own text is the best fallback.
    if (error instanceof RangeError) return raw.trim();
    throw error;
  }
}

/** True if both JSON texts have the same value; undefined stands for no value. */
export function sameValue(a: string | undefined, b: string | undefined, numbers: NumberSense): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a, numbers) === canonicalJson(b, numbers);
}

/** Content that no server stores unchanged: a number beyond floating point, or half of a Unicode character. */
export type Unstorable = 'number' | 'text';

/** Finds the part of a JSON text that every server would refuse or silently change; undefined without one. */
export function unstorable(raw: string): Unstorable | undefined {
  let found: Unstorable | undefined;
  JSON.parse(raw, (key: string, value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) found ??= 'number';
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) found ??= 'text';
    return value;
  });
  return found;
}

/** A number in its original notation. */
class NumberToken {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

function parseWithNumbers(raw: string): unknown {
  return JSON.parse(raw, ((_key: string, value: unknown, context: { readonly source?: string }): unknown =>
    typeof value === 'number' ? new NumberToken(context.source ?? String(value)) : value) as Parameters<
    typeof JSON.parse
  >[1]);
}

function written(value: unknown, numbers: NumberSense): string {
  if (value instanceof NumberToken)
    return numbers === 'exact' ? exactNumber(value.source) : floatNumber(value.source);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, numbers)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${written(member, numbers)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

function floatNumber(source: string): string {
  const number = Number(source);
  return Object.is(number, -0) ? '-0' : String(number);
}

/** Sign, digits and exponent without zeros at either end: 1.50, 15e-1 and 0.15E1 are one number. */
function exactNumber(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return `${sign}0`;
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
