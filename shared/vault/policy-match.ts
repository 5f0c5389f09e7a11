/**
 * Which rule decides about a path, as the server's ACL has it: an exact path first, then the closest of the prefixes
 * (`…*`) and of the paths with `+` segments; a list is looked for without its trailing slash before it is with it. Rules
 * for one path add up over all policies, and a `deny` among them wins. Proved against a real server's `sys/capabilities-self`.
 */
export interface Rule {
  /** As policies write it; `*` at the end, `+` for one segment. */
  readonly path: string;
  readonly capabilities: readonly string[];
}

/** What decides: every rule that is written for the deciding path. */
export interface Decision<R extends Rule> {
  readonly rules: readonly R[];
  /** `deny` alone where one of them denies. */
  readonly capabilities: ReadonlySet<string>;
}

interface Shape {
  readonly kind: 'exact' | 'prefix' | 'segments';
  /** Without the `*` of a prefix and without a leading slash. */
  readonly path: string;
}

/** Rules in an order in which the one that decides about a path is found without looking at all of them. */
export interface RuleIndex<R extends Rule> {
  /** The rules that decide about a path; undefined where none does, which permits nothing. `list`: the path is listed. */
  readonly decide: (path: string, list: boolean) => Decision<R> | undefined;
  /** The rules that are written for a path, whatever decides, in their order. */
  readonly covering: (path: string) => readonly R[];
}

/** Puts rules in order; worth it where many paths are asked about, or there are many rules. */
export function ruleIndex<R extends Rule>(rules: readonly R[]): RuleIndex<R> {
  const exact = new Map<string, R[]>();
  const prefixes = new Map<string, R[]>();
  const segments = new Map<string, { readonly shape: Segments; readonly rules: R[] }>();
  for (const rule of rules) {
    const shape = shapeOf(rule.path);
    if (shape.kind === 'segments') {
      const known = segments.get(shape.path);
      if (known === undefined) segments.set(shape.path, { shape: segmentsOf(shape), rules: [rule] });
      else known.rules.push(rule);
    } else {
      const known = shape.kind === 'exact' ? exact : prefixes;
      const same = known.get(shape.path);
      if (same === undefined) known.set(shape.path, [rule]);
      else same.push(rule);
    }
  }
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  const bySegments = [...segments.values()];

  function* prefixesOf(path: string): Generator<readonly [string, R[]]> {
    for (const length of lengths) {
      const prefix = length > path.length ? undefined : path.slice(0, length);
      const found = prefix === undefined ? undefined : prefixes.get(prefix);
      if (prefix !== undefined && found !== undefined) yield [prefix, found];
    }
  }
  const nearest = (path: string): Decision<R> | undefined => {
    const [longest] = prefixesOf(path);
    let best: { readonly shape: Shape; readonly rules: R[] } | undefined =
      longest === undefined ? undefined : { shape: { kind: 'prefix', path: longest[0] }, rules: longest[1] };
    for (const one of bySegments)
      if (coversSegments(one.shape, path) && (best === undefined || closer(one.shape, best.shape) > 0))
        best = one;
    return best === undefined ? undefined : added(best.rules);
  };
  const written = (path: string): Decision<R> | undefined => {
    const found = exact.get(path);
    return found === undefined ? undefined : added(found);
  };
  return {
    decide: (path, list) => {
      const bare = list && path.endsWith('/') ? path.slice(0, -1) : undefined;
      return (
        written(path) ?? (bare === undefined ? undefined : (written(bare) ?? nearest(bare))) ?? nearest(path)
      );
    },
    covering: (path) => {
      const found = new Set([
        ...(exact.get(path) ?? []),
        ...[...prefixesOf(path)].flatMap(([, same]) => same),
        ...bySegments.filter(({ shape }) => coversSegments(shape, path)).flatMap((one) => one.rules),
      ]);
      return rules.filter((rule) => found.has(rule));
    },
  };
}

/** As `ruleIndex`, for one path. */
export function decide<R extends Rule>(
  rules: readonly R[],
  path: string,
  list: boolean,
): Decision<R> | undefined {
  return ruleIndex(rules).decide(path, list);
}

/** Whether a rule is written for a path, whatever other rules say. */
export function ruleCovers(rule: Rule, path: string): boolean {
  const shape = shapeOf(rule.path);
  return shape.kind === 'exact' ? shape.path === path : covers(shape, path);
}

function shapeOf(written: string): Shape {
  const path = written.startsWith('/') ? written.slice(1) : written;
  if (path === '+' || path.startsWith('+/') || path.includes('/+')) return { kind: 'segments', path };
  return path.endsWith('*') ? { kind: 'prefix', path: path.slice(0, -1) } : { kind: 'exact', path };
}

function added<R extends Rule>(rules: readonly R[]): Decision<R> {
  const all = new Set(rules.flatMap(({ capabilities }) => capabilities));
  return { rules, capabilities: all.has('deny') ? new Set(['deny']) : all };
}

function covers(shape: Shape, path: string): boolean {
  if (shape.kind === 'exact') return false;
  if (shape.kind === 'prefix') return path.startsWith(shape.path);
  return coversSegments(segmentsOf(shape), path);
}

/** A path with `+` segments, taken apart. */
interface Segments extends Shape {
  /** What a path must begin with. */
  readonly literal: string;
  readonly wanted: readonly string[];
  readonly isPrefix: boolean;
}

function segmentsOf(shape: Shape): Segments {
  const { path } = shape;
  const isPrefix = path.endsWith('*');
  const parts = (isPrefix ? path.slice(0, -1) : path).split('/');
  const first = parts.indexOf('+');
  const literal =
    first === -1
      ? ''
      : parts
          .slice(0, first)
          .map((part) => `${part}/`)
          .join('');
  return { ...shape, literal, wanted: parts, isPrefix };
}

function coversSegments({ literal, wanted, isPrefix }: Segments, path: string): boolean {
  if (!path.startsWith(literal)) return false;
  const parts = path.split('/');
  if (isPrefix ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, index) => {
    const given = parts[index] ?? '';
    if (part === '+' || part === given) return true;
    return isPrefix && index === wanted.length - 1 && given.startsWith(part);
  });
}

/** Orders what covers a path, the one that decides last; the order of the questions is the server's. */
function closer(a: Shape, b: Shape): number {
  const [one, other] = [weight(a), weight(b)];
  return (
    one.firstWildcard - other.firstWildcard ||
    Number(other.isPrefix) - Number(one.isPrefix) ||
    other.wildcards - one.wildcards ||
    one.path.length - other.path.length ||
    (one.path < other.path ? -1 : one.path > other.path ? 1 : 0)
  );
}

function weight({ kind, path: written }: Shape) {
  if (kind === 'prefix')
    return { firstWildcard: written.length, isPrefix: true, wildcards: 0, path: written };
  const isPrefix = written.endsWith('*');
  const path = isPrefix ? written.slice(0, -1) : written;
  const wildcards = path.split('/').filter((part) => part === '+').length;
  return { firstWildcard: written.indexOf('+'), isPrefix, wildcards, path };
}
