/** An opened older version as the new current one. The versions in between stay what they are. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SaveOutcome } from '../../../shared/vault/entry.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import type { OpenEntry } from './open.ts';
import { currentOf, versionOf } from './current.ts';
import { refuseUnversioned } from './removal.ts';
import { putVersion } from './write.ts';
import type { EntryCard } from './held-entries.ts';
import type { Session } from '../session/session.ts';

/**
 * Saves the values of an open version against what is current now. Rejects with `invalid-input` where it is current
 * itself, with `conflict` where somebody saves in the same moment.
 */
export async function restoreVersion(entry: OpenEntry, signal?: AbortSignal): Promise<SaveOutcome> {
  const { session } = entry;
  const { members: next } = await entry.content(signal);
  const { card } = entry;
  refuseUnversioned(card, 'There is only what you see.');
  const now = await currentOf(session, card, signal);
  const cas = versionOf(now) ?? (await currentVersion(session, card, signal));
  if (now.state === 'living' && cas === card.version) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'entryId',
      message: `Version ${cas} is the current one already.`,
    });
  }
  const base = now.state === 'living' ? { base: now.read.content.members } : {};
  const { version, method, warnings } = await putVersion(session, card, { next, cas, ...base }, signal);
  return { version, method, warnings };
}

async function currentVersion(session: Session, card: EntryCard, signal?: AbortSignal): Promise<number> {
  const metadata = await session.run((caller) => readMetadataKv2(caller, card.mount.path, card.path), signal);
  return metadata.currentVersion;
}
