/** The scopes that a search offers: pure. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { counted } from '../../../shared/vault/counted.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { everywhere } from '../../parts/tree/open-search.ts';
import type { SearchScope } from '../../parts/tree/search-store.ts';

export interface NamedScope {
  readonly name: string;
  readonly scope: SearchScope;
  readonly namespacesBelow?: true;
}

/** Mounts of an open session, as far as they are known. */
export interface SessionMounts {
  readonly session: Pick<SessionView, 'sessionId' | 'name'>;
  readonly mounts: readonly Mount[];
}

/**
 * All mounts, those with the namespaces below if the server has namespaces, all mounts of all sessions, each mount,
 * and the chosen folder.
 */
export function scopesOf(
  own: readonly Mount[],
  others: readonly SessionMounts[],
  chosen: SearchScope,
  hasNamespaces: boolean,
): readonly NamedScope[] {
  const all = everywhere(own);
  const [only, ...more] = chosen;
  const folder = only !== undefined && more.length === 0 && only.path !== '' ? [named(chosen)] : [];
  const beside = others.filter(({ mounts }) => everywhere(mounts).length > 0);
  const ofAll = beside.flatMap(({ session: { sessionId }, mounts }) =>
    everywhere(mounts).map((place) => ({ ...place, sessionId })),
  );
  const sessions =
    ofAll.length === 0
      ? []
      : [{ name: `All ${counted(beside.length + 1, 'open connection')}`, scope: [...all, ...ofAll] }];
  const below: readonly NamedScope[] =
    hasNamespaces && all.length > 0
      ? [{ name: 'All mounts and the namespaces below', scope: all, namespacesBelow: true }]
      : [];
  return [
    ...folder,
    ...(all.length > 1 ? [named(all)] : []),
    ...below,
    ...sessions,
    ...all.map((one) => named([one])),
  ];
}

/** The name of a scope; a chosen one may be of mounts that are not known any more. */
export function named(scope: SearchScope): NamedScope {
  const [only, ...others] = scope;
  if (only === undefined) return { name: 'No mounts', scope };
  const name = others.length === 0 ? only.mount.path + only.path : `All ${counted(scope.length, 'mount')}`;
  return { name, scope };
}

/** True if both hold the same places. */
export function sameScope(a: SearchScope, b: SearchScope): boolean {
  const keyOf = (scope: SearchScope): string =>
    scope.map(({ sessionId = '', mount, path }) => `${sessionId}\0${mount.path}${path}`).join('\0\0');
  return keyOf(a) === keyOf(b);
}
