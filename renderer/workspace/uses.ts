/** Use counts of actions in a session, so that the palette lists frequent ones first. Pure. */
import { maxActionUses, longestUsedId } from '../../shared/vault/workspace-memory.ts';
import type { ActionUse } from '../../shared/vault/workspace-memory.ts';

/** Beyond this count of one action all counts are halved: unused actions fade. */
const mostUses = 1000;

/** Counts one more use, latest first; drops the least recently used. An overlong id is not counted. */
export function withUse(uses: readonly ActionUse[], id: string): readonly ActionUse[] {
  if (id.length > longestUsedId) return uses;
  const count = (uses.find((use) => use.id === id)?.count ?? 0) + 1;
  const all = [{ id, count }, ...uses.filter((use) => use.id !== id)].slice(0, maxActionUses);
  if (count <= mostUses) return all;
  return all.map((use) => ({ id: use.id, count: Math.ceil(use.count / 2) }));
}

/** Merges remembered uses behind those since the session opened. */
export function withRememberedUses(
  uses: readonly ActionUse[],
  remembered: readonly ActionUse[],
): readonly ActionUse[] {
  return [...uses, ...remembered.filter(({ id }) => !uses.some((use) => use.id === id))].slice(
    0,
    maxActionUses,
  );
}

/** Id that counts copying one key of an entry; `copiedKey` parses it. */
export function copyId(mount: string, path: string, key: string): string {
  return `copy ${JSON.stringify([mount, path, key])}`;
}

export interface CopiedKey {
  /** Path of the mount. */
  readonly mount: string;
  readonly path: string;
  readonly key: string;
}

/** Parses an id of `copyId`; undefined for any other id. */
export function copiedKey(id: string): CopiedKey | undefined {
  if (!id.startsWith('copy [')) return undefined;
  try {
    const parts: unknown = JSON.parse(id.slice(5));
    if (!Array.isArray(parts)) return undefined;
    const [mount, path, key] = parts as readonly unknown[];
    const known = typeof mount === 'string' && typeof path === 'string' && typeof key === 'string';
    return known ? { mount, path, key } : undefined;
  } catch {
    // Id of another action.
    return undefined;
  }
}
