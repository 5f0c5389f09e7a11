/**
 * Completions of a typed path: paths of the server's catalogue with `{name}` replaced by the input, mounts, and
 * earlier requests. Cheap enough to run on every key press.
 */
import type { ApiPath, ConsoleHistoryLine, ConsoleMethod } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';

export interface Suggestion {
  /** Key, unique in a list. */
  readonly id: string;
  readonly path: string;
  /** Methods accepted there; for a line of the history the one that was sent. */
  readonly methods: readonly ConsoleMethod[];
  readonly from: 'history' | 'catalogue' | 'mount';
  readonly summary: string;
}

const MOST = 40;
const MOST_RECENT = 5;

/** Suggestions for a text, the likeliest first. */
export function suggestionsFor(
  text: string,
  sources: {
    readonly catalogue: readonly ApiPath[];
    readonly mounts: readonly Mount[];
    readonly history: readonly ConsoleHistoryLine[];
  },
): readonly Suggestion[] {
  const typed = text.trimStart().replace(/^\/+(?:v1\/)?/, '');
  const needle = typed.toLowerCase();
  const recent = new Map<string, Suggestion>();
  for (const { method, path } of sources.history) {
    if (recent.size === MOST_RECENT) break;
    const id = `${method} ${path}`;
    if (path !== typed && path.toLowerCase().includes(needle))
      recent.set(id, { id, path, methods: [method], from: 'history', summary: '' });
  }
  const starting: Suggestion[] = [];
  const holding: Suggestion[] = [];
  for (const one of sources.catalogue) {
    const path = completed(one.path, typed);
    const into =
      path === undefined ? (one.path.toLowerCase().includes(needle) ? holding : undefined) : starting;
    if (path !== typed)
      into?.push({ ...one, id: `catalogue ${one.path}`, path: path ?? one.path, from: 'catalogue' });
  }
  const mounts = sources.mounts.flatMap(({ path, type }): Suggestion[] =>
    path.startsWith(typed) && path !== typed
      ? [{ id: `mount ${path}`, path, methods: [], from: 'mount', summary: type }]
      : [],
  );
  return [...recent.values(), ...mounts, ...starting, ...holding].slice(0, MOST);
}

/**
 * A template with its `{names}` replaced by the parts of `typed`; undefined if `typed` does not fit it. The last part
 * can be incomplete.
 */
export function completed(template: string, typed: string): string | undefined {
  if (typed === '') return template;
  const wanted = template.split('/');
  const parts = typed.split('/');
  if (parts.length > wanted.length) return undefined;
  for (const [index, part] of parts.entries()) {
    const own = wanted[index] ?? '';
    const isLast = index === parts.length - 1;
    if (isParameter(own)) {
      if (part !== '') wanted[index] = part;
      else if (!isLast) return undefined;
    } else if (isLast ? !own.startsWith(part) : own !== part) return undefined;
  }
  return wanted.join('/');
}

/** The first unfilled `{name}` in a path; undefined if all are filled. */
export function openParameter(path: string): { readonly name: string; readonly at: number } | undefined {
  const found = /(?:^|\/)(\{[\w-]+\})(?=\/|$|\?)/.exec(path);
  const name = found?.[1];
  if (found === null || name === undefined) return undefined;
  return { name: name.slice(1, -1), at: found.index + found[0].length - name.length };
}

function isParameter(part: string): boolean {
  return part.startsWith('{') && part.endsWith('}');
}
