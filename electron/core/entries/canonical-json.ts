/**
 * When are two JSON texts the same value? Servers rewrite what they store: keys of objects are sorted, `<`, `>` and `&`
 * come back as `\u003c`…, and KV v2 makes a 64-bit floating point number of every number (KV v1 keeps the digits). So
 * values are compared in a canonical form: parsed, keys sorted, numbers in one notation.
 */

/** What a number is to the engine that stores it: KV v2 knows 64-bit floating point only, the others keep all digits. */
export type NumberSense = 'float64' | 'exact';

/** One text for all JSON texts of the same value. Throws `SyntaxError` where `raw` is not JSON. */
export function canonicalJson(raw: string, numbers: NumberSense): string {
  try {
    return written(parseWithNumbers(raw), numbers);
  } catch (error) {
    // Nested deeper than the stack: no server takes it, and its own text is the best there is.
    if (error instanceof RangeError) return raw.trim();
    throw error;
  }
}

/** True where both JSON texts are the same value; undefined stands for no value. */
export function sameValue(a: string | undefined, b: string | undefined, numbers: NumberSense): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a, numbers) === canonicalJson(b, numbers);
}

/** What no server stores as it is: a number beyond floating point, or half of a Unicode character. */
export type Unstorable = 'number' | 'text';

/** Finds what in a JSON text would be refused, or silently changed, by every server; undefined where nothing is. */
export function unstorable(raw: string): Unstorable | undefined {
  let found: Unstorable | undefined;
  JSON.parse(raw, (key: string, value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) found ??= 'number';
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) found ??= 'text';
    return value;
  });
  return found;
}

/** A number as it was written. */
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
