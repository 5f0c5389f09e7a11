/** Ordered rows of the namespace switcher: open, recent, parent and child namespaces. Pure. */
import { namespaceName } from '../parts/session/namespace-name.ts';
import type { OfferedNamespace } from '../parts/session/other-namespaces.ts';

/** One row of the switcher. */
export interface NamespaceRow {
  readonly namespace: string;
  /** Source of the row; `typed`: its existence is unconfirmed. */
  readonly what: 'open' | 'recent' | 'parent' | 'child' | 'typed';
}

/** All rows before filtering. `children`: as named by the server, each with a trailing slash. */
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

/** Rows that match typed text, an exact match first, and the text itself last. */
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

/** Nearest first; the root last. */
function parentsOf(namespace: string): readonly string[] {
  const parts = namespace.split('/').filter((part) => part !== '');
  return parts.map((_, at) => parts.slice(0, parts.length - 1 - at).join('/'));
}

function trimmed(typed: string): string {
  return typed.trim().replace(/^\/+|\/+$/g, '');
}
