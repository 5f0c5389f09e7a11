/** Finds out if a save arrived whose response was lost. Reads only, and never guesses. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SaveCheck } from '../../../shared/vault/editing.ts';
import type { KnownChange } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { OpenEntry } from './open.ts';
import { readEntry } from './reading.ts';
import type { ReadEntry } from './reading.ts';
import { applyChanges, checkChanges, numbersOf, sameContent } from './content.ts';
import { currentOf, fullPath, versionOf } from './current.ts';
import type { EntryFacts } from './open-entries.ts';
import type { Session } from '../session/session.ts';

/**
 * Compares the current content with the opened and the sent one; if the save has arrived, the open entry follows.
 * Rejects with `forbidden` if the token may not read.
 */
export async function checkSave(
  entry: OpenEntry,
  changes: readonly KnownChange[],
  signal?: AbortSignal,
): Promise<SaveCheck> {
  checkChanges(changes);
  const { session } = entry;
  const { members: base } = await entry.content(signal);
  const { facts } = entry;
  const wanted = applyChanges(base, changes);
  const now = await currentOf(session, facts, signal);
  const currentVersion = versionOf(now);
  const changed: SaveCheck = {
    found: 'changed',
    ...(facts.mount.engine === 'kv2' && currentVersion !== undefined ? { currentVersion } : {}),
  };
  const isWanted = (members: readonly Member[]): boolean =>
    sameContent(members, wanted, numbersOf(facts.mount));
  switch (now.state) {
    case 'living': {
      const { read } = now;
      if (isUnchanged(facts, base, read)) return { found: 'not-saved' };
      if (isWanted(read.content.members)) return arrived(entry, read, []);
      break;
    }
    case 'gone':
      // It was gone before the save and still is: a save over it would have made a higher number.
      if (facts.versionAsked && now.version > (facts.version ?? 0)) return { found: 'not-saved' };
      break;
    case 'absent':
      return changed;
    case 'unreadable':
      throw new AppFailure({
        ...now.error,
        message: `This token cannot read “${fullPath(facts)}”, so the save cannot be verified.`,
        hint: 'Ask someone with read access, or save again later. On KV v2 that overwrites no newer version.',
      });
  }
  const mine = await versionAfter(session, facts, currentVersion, signal);
  if (mine === undefined || !isWanted(mine.content.members)) return changed;
  const since = `Your save arrived as version ${mine.version ?? 0}; it is no longer the current one (version ${currentVersion ?? 0}).`;
  return arrived(entry, mine, [since]);
}

function isUnchanged(facts: EntryFacts, base: readonly Member[], read: ReadEntry): boolean {
  return read.version === facts.version && sameContent(base, read.content.members, numbersOf(facts.mount));
}

function arrived(entry: OpenEntry, read: ReadEntry, warnings: readonly string[]): SaveCheck {
  entry.follow(read);
  return { found: 'saved', warnings, ...(read.version === undefined ? {} : { version: read.version }) };
}

/** The version that the save would have made, if later ones exist. */
async function versionAfter(
  session: Session,
  facts: EntryFacts,
  currentVersion: number | undefined,
  signal?: AbortSignal,
): Promise<ReadEntry | undefined> {
  if (facts.version === undefined || (currentVersion ?? 0) <= facts.version + 1) return undefined;
  try {
    return await readEntry(session, facts.mount, facts.path, facts.version + 1, signal);
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.kind === 'invalid-path') return undefined;
    throw failure;
  }
}
