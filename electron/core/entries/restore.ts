/** Makes an opened older version the new current one. The versions in between stay unchanged. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SaveOutcome } from '../../../shared/vault/entry.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import type { OpenEntry } from './open.ts';
import { currentOf, versionOf } from './current.ts';
import { refuseUnversioned } from './removal.ts';
import { putVersion } from './write.ts';
import type { EntryFacts } from './open-entries.ts';
import type { Session } from '../session/session.ts';

/**
 * Saves the values of an open version over the current one. Rejects with `invalid-input` if it is current itself,
 * with `conflict` if another save happens at the same moment.
 */
export async function restoreVersion(entry: OpenEntry, signal?: AbortSignal): Promise<SaveOutcome> {
  const { session } = entry;
  const { members: next } = await entry.content(signal);
  const { facts } = entry;
  refuseUnversioned(facts, 'There is no older version.');
  const now = await currentOf(session, facts, signal);
  const cas = versionOf(now) ?? (await currentVersion(session, facts, signal));
  if (now.state === 'living' && cas === facts.version) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'entryId',
      message: `Version ${cas} is the current one already.`,
    });
  }
  const base = now.state === 'living' ? { base: now.read.content.members } : {};
  const { version, method, warnings } = await putVersion(session, facts, { next, cas, ...base }, signal);
  return { version, method, warnings };
}

async function currentVersion(session: Session, facts: EntryFacts, signal?: AbortSignal): Promise<number> {
  const metadata = await session.run(
    (caller) => readMetadataKv2(caller, facts.mount.path, facts.path),
    signal,
  );
  return metadata.currentVersion;
}
