/** Compares the server's content with the opened and the edited one after a conflict. Writes nothing. */
import type { MergeView } from '../../../shared/vault/editing.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { KnownChange } from '../../../shared/vault/entry.ts';
import type { OpenEntry } from './open.ts';
import { applyChanges, checkChanges, numbersOf } from './content.ts';
import { currentOf, fullPath, versionOf } from './current.ts';
import { mergeKeys } from './three-way.ts';

/** Opens the current content and compares it by key. Rejects with `forbidden` if the token may no longer read it. */
export async function mergeEntry(
  entry: OpenEntry,
  changes: readonly KnownChange[],
  signal?: AbortSignal,
): Promise<MergeView> {
  checkChanges(changes);
  const { session } = entry;
  const { members: base } = await entry.content(signal);
  const { facts } = entry;
  const { mount, path } = facts;
  const mine = applyChanges(base, changes);
  const now = await currentOf(session, facts, signal);
  if (now.state === 'unreadable') {
    throw new AppFailure({
      ...now.error,
      message: `This token cannot read “${fullPath(facts)}” any more. The current version cannot be compared.`,
    });
  }
  if (now.state !== 'living') {
    const currentVersion = versionOf(now) ?? 0;
    return { gone: now.error, currentVersion, keys: mergeKeys(base, mine, [], numbersOf(mount)) };
  }
  const keys = mergeKeys(base, mine, now.read.content.members, numbersOf(mount));
  const theirs = entry.openBeside({ mount, path, versionAsked: false }, now.read);
  return { theirs, keys };
}
