/** Key suggestions after the `#` of a path, from known names only. Sends no requests. */
import type { Mount } from '../../../shared/vault/mount.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import type { ActionUse } from '../../../shared/vault/workspace-memory.ts';
import { knownKeys } from '../../api/known-keys.ts';
import type { Places } from '../../workspace/places.ts';
import { copiedKey } from '../../workspace/uses.ts';
import { fold } from '../tree/name-list.ts';
import { isEntry, type KeyPlace } from './follow-path.ts';

export interface KnownHere {
  readonly sessionId: string;
  readonly mounts: readonly Mount[];
  readonly uses: readonly ActionUse[];
  readonly places: Pick<Places, 'favourites'>;
}

const mostShown = 60;

/** Keys of the entry before the last `#` that contain the text after it; copied ones first. */
export function suggestedKeys(text: string, known: KnownHere): readonly KeyPlace[] {
  const { sessionId, mounts, uses, places } = known;
  const at = text.lastIndexOf('#');
  if (at < 1) return [];
  const typed = resolveTypedPath(text.slice(0, at), mounts);
  if (typed.kind !== 'resolved' || typed.version !== undefined || !isEntry(typed)) return [];
  const { mount, path } = typed;
  const copied = uses.flatMap(({ id }) => {
    const used = copiedKey(id);
    return used?.mount === mount.path && used.path === path ? [used.key] : [];
  });
  const chosen = places.favourites.flatMap((one) =>
    one.mount.path === mount.path && one.path === path && one.copyKey !== undefined ? [one.copyKey] : [],
  );
  const needle = fold(text.slice(at + 1).trim());
  return [...new Set([...copied, ...chosen, ...(knownKeys(sessionId, mount.path, path) ?? [])])]
    .filter((key) => fold(key).includes(needle))
    .slice(0, mostShown)
    .map((key) => ({ place: { mount, path }, key }));
}
