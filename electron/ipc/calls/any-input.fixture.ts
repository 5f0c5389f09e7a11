/** Inputs of calls, made by fast-check from the schemas of their rows, and invalid values. */
import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { $ZodTypes } from 'zod/v4/core';

/** Meaningful texts by field name: ids that exist, paths, addresses. */
export type Pool = Readonly<Record<string, readonly string[]>>;

/** Lists longer than this show nothing new. */
const MOST_ITEMS = 3;

/** Texts that a hostile page sends. */
const oddTexts: readonly string[] = [
  ...['', ' ', '__proto__', 'constructor', 'then', '../../../../etc/passwd', 'file:///etc/passwd', '\0'],
  ...['javascript:alert(1)', 'http://127.0.0.1:1', '//host', '\ud800', '\u202e', 'a\r\nX-Vault-Token: x'],
  ...[
    'self',
    'root',
    'null',
    'true',
    '0',
    '-1',
    '{}',
    '[]',
    '%2e%2e%2f',
    'hvs.CAESIJ',
    'sys/seal',
    'x'.repeat(300),
  ],
];

/** Inputs that fit a schema, or nearly: bounds and rules are kept most of the time only. */
export function inputsOf(schema: z.ZodMiniType, pool: Pool, field = ''): fc.Arbitrary<unknown> {
  const { def, bag } = (schema as unknown as $ZodTypes)._zod;
  const inner = (of: unknown, name = field): fc.Arbitrary<unknown> =>
    inputsOf(of as z.ZodMiniType, pool, name);
  switch (def.type) {
    case 'object':
      return shapeOf(def.shape, inner);
    case 'string':
      return textsFor(field, pool);
    case 'number':
      return numbersFor(bag);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'array':
      return fc.array(inner(def.element), { maxLength: MOST_ITEMS });
    case 'record':
      return fc.dictionary(textsFor('key', pool), inner(def.valueType), { maxKeys: MOST_ITEMS });
    case 'union':
      return fc.oneof(...def.options.map((option) => inner(option)));
    case 'nullable':
      return fc.option(inner(def.innerType));
    case 'optional':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.in);
    default:
      // A new kind of schema needs its inputs here.
      throw new Error(`No inputs are made for a schema of the kind ${def.type}.`);
  }
}

function shapeOf(
  shape: Readonly<Record<string, unknown>>,
  inner: (of: unknown, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const members = Object.entries(shape);
  const isOptional = ([, member]: (typeof members)[number]): boolean =>
    (member as $ZodTypes)._zod.def.type === 'optional';
  const made = Object.fromEntries(members.map(([name, member]) => [name, inner(member, name)]));
  const requiredKeys = members.filter((member) => !isOptional(member)).map(([name]) => name);
  return fc.record(made, { requiredKeys, noNullPrototype: true });
}

function textsFor(field: string, pool: Pool): fc.Arbitrary<string> {
  const known = pool[field] ?? [];
  const odd = fc.constantFrom(...oddTexts);
  const free = fc.string({ maxLength: 40, unit: 'binary' });
  const others = [
    { arbitrary: odd, weight: 1 },
    { arbitrary: free, weight: 1 },
  ];
  if (known.length === 0) return fc.oneof(...others);
  return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 12 }, ...others);
}

function numbersFor(bag: Readonly<Record<string, unknown>>): fc.Arbitrary<number> {
  const bound = (name: string, otherwise: number): number => {
    const value = bag[name];
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise;
  };
  const least = bound('minimum', 0);
  const most = Math.max(least, bound('maximum', 1_000_000));
  const outside = fc.constantFrom(-1, 0.5, Number.MAX_SAFE_INTEGER, 1e308, NaN, Infinity, -0);
  return fc.oneof(
    { arbitrary: fc.integer({ min: least, max: most }), weight: 8 },
    { arbitrary: outside, weight: 1 },
  );
}

/** Values that structured clone carries but no call takes. */
const malformed: readonly (() => unknown)[] = [
  ...[undefined, null, true, 0, -1, NaN, '', 'text', 10n].map((value) => () => value),
  () => [],
  () => [[]],
  () => new Array<unknown>(100_000),
  () => new Map([['sessionId', 's']]),
  () => new Set(['s']),
  () => new Date(0),
  () => /x/u,
  () => new Error('made by the page'),
  () => new ArrayBuffer(64),
  () => new Uint8Array(1024),
  () => new Float64Array([NaN]),
  () => new DataView(new ArrayBuffer(8)),
  () => Object('boxed') as unknown,
  () => cyclic(),
  () => nested(500),
  () => ({ text: 'x'.repeat(70_000) }),
  () => Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${String(at)}`, at])),
  () => JSON.parse('{"__proto__":{"sessionId":"s"},"constructor":{"prototype":{}}}') as unknown,
  () => ({ then: 1, toJSON: 1, valueOf: 1, toString: 1, length: 1 }),
];

/** Values that structured clone does not carry; a handler that gets one answers all the same. */
const uncarried: readonly (() => unknown)[] = [
  () => Symbol('s'),
  () => () => 1,
  () => ({ sessionId: Symbol('s') }),
  () => ({
    get sessionId(): string {
      throw new Error('thrown by a getter');
    },
  }),
  () => new Proxy({}, { ownKeys: () => thrower(), getPrototypeOf: () => Object.prototype }),
  () => Object.create(null) as unknown,
  () => Object.create({ sessionId: 's' }) as unknown,
];

function thrower(): never {
  throw new Error('thrown by a trap');
}

function cyclic(): unknown {
  const around: Record<string, unknown> = { sessionId: 's' };
  around['self'] = around;
  return around;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { v: value } : [value];
  return value;
}

/** Anything but an input: `carried` over the bridge, or any value that a program can make. */
export function noInputs(carried: boolean): fc.Arbitrary<unknown> {
  const makers = carried ? malformed : [...malformed, ...uncarried];
  return fc.constantFrom(...makers).map((make) => make());
}

/** Good inputs with one member spoilt. */
export function spoilt(good: fc.Arbitrary<unknown>, carried: boolean): fc.Arbitrary<unknown> {
  return fc.tuple(good, noInputs(carried), fc.nat(), fc.nat(4)).map(([input, bad, at, how]) => {
    if (typeof input !== 'object' || input === null) return bad;
    const entries = Object.entries(input);
    const [name = 'sessionId'] = entries[at % Math.max(1, entries.length)] ?? [];
    if (how === 0) return Object.fromEntries(entries.filter(([key]) => key !== name));
    if (how === 1) return { ...input, extra: bad };
    if (how === 2) return [input, bad];
    return { ...input, [name]: bad };
  });
}
