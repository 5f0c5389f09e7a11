/** Writes a generated password for an agent, which never sees it: read, asked about, and written by check-and-set. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { KnownChange, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { CharacterSet } from '../../../shared/vault/password.ts';
import { applyChanges, numbersOf, sameContent } from '../../core/entries/content.ts';
import { createEntry } from '../../core/entries/create.ts';
import { currentOf } from '../../core/entries/current.ts';
import type { Current } from '../../core/entries/current.ts';
import { makePassword } from '../../core/entries/password.ts';
import { patchUnread } from '../../core/entries/patch-unread.ts';
import { putVersion, putWhole } from '../../core/entries/write.ts';
import { refuseOtherEngine } from '../../core/entries/reading.ts';
import type { Session } from '../../core/session/session.ts';
import { asWrite } from '../../core/session/write-scope.ts';
import type { ProgramWords } from './question.ts';

interface PlaceOfEntry {
  readonly session: Session;
  readonly mount: Mount;
  /** Path below the mount. */
  readonly path: string;
}

export interface GeneratedWrite extends PlaceOfEntry {
  readonly key: string;
  readonly length: number;
  readonly symbols: boolean;
}

/**
 * Writes it if `agreed` comes to its work. Rejects with `conflict` if the entry has changed since the question, and as
 * saving does.
 */
export async function writeGenerated(
  { key, length, symbols, ...place }: GeneratedWrite,
  agreed: (question: ProgramWords, work: () => Promise<SaveOutcome>) => Promise<SaveOutcome>,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  refuseOtherEngine(place.mount);
  const before = await currentOf(place.session, place, signal);
  return agreed(questionOf(place, key, before), () => {
    const sets: CharacterSet[] = ['lower', 'upper', 'digits', ...(symbols ? (['symbols'] as const) : [])];
    const password = makePassword({ kind: 'characters', length, sets });
    const change: KnownChange = { op: 'set', key, rawJson: JSON.stringify(password) };
    // Once agreed it comes to its end, as a save of a person does.
    return asWrite(() => write(place, before, change));
  });
}

function questionOf(place: PlaceOfEntry, key: string, before: Current): ProgramWords {
  const replaces = before.state === 'living' && before.read.content.members.some(([name]) => name === key);
  const change =
    before.state === 'absent'
      ? 'Creates the entry'
      : before.state === 'gone'
        ? `Adds a version after ${before.version}, which is deleted`
        : before.state === 'unreadable'
          ? 'Sets the key. This token cannot read whether it has a value'
          : replaces
            ? `Replaces the value of this key${place.mount.engine === 'kv2' ? '; the old version stays' : ' permanently'}`
            : 'Adds this key';
  const loses = replaces || before.state === 'unreadable';
  return {
    title: 'Write a generated password for a coding agent?',
    action: 'Write',
    facts: [{ name: 'Change', value: change, prose: true, ...(loses ? { notice: true } : {}) }],
  };
}

async function write(place: PlaceOfEntry, before: Current, change: KnownChange): Promise<SaveOutcome> {
  const { session, mount, path } = place;
  const at = { mount: mount.path, path };
  switch (before.state) {
    case 'absent':
      return createEntry(session, at, [change], undefined);
    case 'gone':
      return createEntry(session, at, [change], before.version);
    case 'unreadable':
      return patchUnread(session, at, [change]);
    case 'living': {
      const { content, version } = before.read;
      const next = applyChanges(content.members, [change]);
      if (mount.engine === 'kv2')
        return putVersion(session, place, { next, cas: version ?? 0, base: content.members });
      const now = await currentOf(session, place);
      if (now.state !== 'living' || !sameContent(content.members, now.read.content.members, numbersOf(mount)))
        throw new AppFailure({
          kind: 'conflict',
          message: 'The entry was changed since the question. Nothing was written.',
          hint: 'Repeat the call.',
        });
      await putWhole(session, place, next);
      return { method: 'replace', warnings: [] };
    }
  }
}
