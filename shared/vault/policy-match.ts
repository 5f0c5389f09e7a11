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

/** The rules that decide about a path; undefined where none does, which permits nothing. `list`: the path is listed. */
export function decide<R extends Rule>(
  rules: readonly R[],
  path: string,
  list: boolean,
): Decision<R> | undefined {
  const shaped = rules.map((rule) => ({ rule, shape: shapeOf(rule.path) }));
  const written = (kind: Shape['kind'], at: string): Decision<R> | undefined => {
    const found = shaped.filter(({ shape }) => shape.kind === kind && shape.path === at);
    return found.length === 0 ? undefined : added(found.map(({ rule }) => rule));
  };
  const nearest = (at: string): Decision<R> | undefined => {
    const [best] = shaped
      .filter(({ shape }) => covers(shape, at))
      .map(({ shape }) => shape)
      .sort((a, b) => closer(b, a));
    return best === undefined ? undefined : written(best.kind, best.path);
  };
  const bare = list && path.endsWith('/') ? path.slice(0, -1) : undefined;
  return (
    written('exact', path) ??
    (bare === undefined ? undefined : (written('exact', bare) ?? nearest(bare))) ??
    nearest(path)
  );
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

function covers({ kind, path: pattern }: Shape, path: string): boolean {
  if (kind === 'exact') return false;
  if (kind === 'prefix') return path.startsWith(pattern);
  const isPrefix = pattern.endsWith('*');
  const wanted = (isPrefix ? pattern.slice(0, -1) : pattern).split('/');
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
