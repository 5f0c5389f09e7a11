/** The lines of the namespace switcher in their order: open ones, recent ones, those above and those below. Pure. */
import { namespaceName } from '../parts/session/namespace-name.ts';
import type { OfferedNamespace } from '../parts/session/other-namespaces.ts';

/** A line of the switcher. */
export interface NamespaceRow {
  readonly namespace: string;
  /** Why it stands there; `typed`: nobody has said that there is one. */
  readonly what: 'open' | 'recent' | 'parent' | 'child' | 'typed';
}

/** All lines, before anything is typed. `children`: as the server names them, each with a slash behind it. */
export function namespaceRows(
  here: string,
  offered: readonly OfferedNamespace[],
  children: readonly string[],
): readonly NamespaceRow[] {
  const prefix = here === '' ? '' : `${here}/`;
  const rows: readonly NamespaceRow[] = [
    ...offered.map(({ namespace, sessionId }) => ({
      namespace,
      what: sessionId === undefined ? ('recent' as const) : ('open' as const),
    })),
    ...parentsOf(here).map((namespace) => ({ namespace, what: 'parent' as const })),
    ...children.map((name) => ({ namespace: prefix + trimmed(name), what: 'child' as const })),
  ];
  const seen = new Set([here]);
  return rows.filter(({ namespace }) => !seen.has(namespace) && seen.add(namespace));
}

/** The lines that a typed text leaves, the one of that very name first, and the text itself as the last. */
export function filteredRows(
  rows: readonly NamespaceRow[],
  typed: string,
  here: string,
): readonly NamespaceRow[] {
  const wanted = trimmed(typed);
  if (wanted === '') return rows;
  const folded = wanted.toLowerCase();
  const left = rows.filter(({ namespace }) => namespaceName(namespace).toLowerCase().includes(folded));
  const exact = left.find(({ namespace }) => namespace === wanted);
  if (exact !== undefined) return [exact, ...left.filter((row) => row !== exact)];
  return wanted === here ? left : [...left, { namespace: wanted, what: 'typed' }];
}

/** The nearest first; the last is the root. */
function parentsOf(namespace: string): readonly string[] {
  const parts = namespace.split('/').filter((part) => part !== '');
  return parts.map((_, at) => parts.slice(0, parts.length - 1 - at).join('/'));
}

function trimmed(typed: string): string {
  return typed.trim().replace(/^\/+|\/+$/g, '');
}
