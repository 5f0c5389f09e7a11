/** How often each action was used in a session, so that the palette puts daily ones first. Pure. */
import { maxActionUses, longestUsedId } from '../../shared/vault/workspace-memory.ts';
import type { ActionUse } from '../../shared/vault/workspace-memory.ts';

/** More than this many uses of one action halve the counts of all: what is no longer used makes room. */
const mostUses = 1000;

/** With one more use, the latest first; the ones unused for longest are forgotten. An id that is too long is not counted. */
export function withUse(uses: readonly ActionUse[], id: string): readonly ActionUse[] {
  if (id.length > longestUsedId) return uses;
  const count = (uses.find((use) => use.id === id)?.count ?? 0) + 1;
  const all = [{ id, count }, ...uses.filter((use) => use.id !== id)].slice(0, maxActionUses);
  if (count <= mostUses) return all;
  return all.map((use) => ({ id: use.id, count: Math.ceil(use.count / 2) }));
}

/** What was remembered, behind what has been done since the session opened. */
export function withRememberedUses(
  uses: readonly ActionUse[],
  remembered: readonly ActionUse[],
): readonly ActionUse[] {
  return [...uses, ...remembered.filter(({ id }) => !uses.some((use) => use.id === id))].slice(
    0,
    maxActionUses,
  );
}

/** The id by which copying one key of an entry is counted; `copiedKey` reads it. */
export function copyId(mount: string, path: string, key: string): string {
  return `copy ${JSON.stringify([mount, path, key])}`;
}

export interface CopiedKey {
  /** Path of the mount. */
  readonly mount: string;
  readonly path: string;
  readonly key: string;
}

/** What an id of `copyId` names; undefined for any other id. */
export function copiedKey(id: string): CopiedKey | undefined {
  if (!id.startsWith('copy [')) return undefined;
  try {
    const parts: unknown = JSON.parse(id.slice(5));
    if (!Array.isArray(parts)) return undefined;
    const [mount, path, key] = parts as readonly unknown[];
    const known = typeof mount === 'string' && typeof path === 'string' && typeof key === 'string';
    return known ? { mount, path, key } : undefined;
  } catch {
    // The id of an action that is no copy.
    return undefined;
  }
}
