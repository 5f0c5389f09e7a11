/**
 * Finds the deciding rule for a path like the server's ACL: an exact path first, then the closest prefix (`…*`) or
 * path with `+` segments; for a list, the path without its trailing slash comes first. Rules for one path add up over
 * all policies, and a `deny` among them wins. Proved against a real server's `sys/capabilities-self`.
 */
export interface Rule {
  /** As written in policies; `*` at the end, `+` for one segment. */
  readonly path: string;
  readonly capabilities: readonly string[];
}

/** Decision for a path: every rule written for the deciding path. */
export interface Decision<R extends Rule> {
  readonly rules: readonly R[];
  /** Only `deny` if one of the rules denies. */
  readonly capabilities: ReadonlySet<string>;
}

interface Shape {
  readonly kind: 'exact' | 'prefix' | 'segments';
  /** Without the `*` of a prefix and without a leading slash. */
  readonly path: string;
}

/** Rules indexed so that the deciding one is found without checking all of them. */
export interface RuleIndex<R extends Rule> {
  /** The rules that decide about a path; undefined without any, which permits nothing. `list`: the path is listed. */
  readonly decide: (path: string, list: boolean) => Decision<R> | undefined;
  /** The rules that cover a path, deciding or not, in order. */
  readonly covering: (path: string) => readonly R[];
}

/** Builds an index; worth it for many paths or many rules. */
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

/** True if a rule covers a path, regardless of other rules. */
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

/** A parsed path with `+` segments. */
interface Segments extends Shape {
  /** Literal prefix that a path must have. */
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

/** Orders rules that cover a path, the deciding one last; the order of the criteria is the server's. */
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
