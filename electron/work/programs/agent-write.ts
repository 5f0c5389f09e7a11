/** Writes a generated password for an agent, which never sees it: read, asked about, and written by check-and-set. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { KnownChange, SaveOutcome } from '../../../shared/vault/entry.ts';
import type { CharacterSet } from '../../../shared/vault/password.ts';
import { applyChanges, numbersOf, sameContent } from '../../core/entries/content.ts';
import { createEntry } from '../../core/entries/create.ts';
import { currentOf, fullPath } from '../../core/entries/current.ts';
import type { Current } from '../../core/entries/current.ts';
import { makePassword } from '../../core/entries/password.ts';
import { patchUnread } from '../../core/entries/patch-unread.ts';
import { putVersion, putWhole } from '../../core/entries/write.ts';
import { refuseOtherEngine } from '../../core/entries/reading.ts';
import { asWrite } from '../../core/session/write-scope.ts';
import type { FoundPlace } from './agent-deeds.ts';

export interface GeneratedWrite {
  readonly place: FoundPlace;
  readonly key: string;
  readonly length: number;
  readonly symbols: boolean;
}

/** A question of this write, in main's words; who asks is added above. */
export interface WriteQuestion {
  readonly title: string;
  readonly action: string;
  readonly destructive: boolean;
  readonly facts: readonly PromptFact[];
}

/**
 * Writes it after `agree`. Rejects with `conflict` if the entry has changed since the question, and as saving does.
 */
export async function writeGenerated(
  { place, key, length, symbols }: GeneratedWrite,
  agree: (question: WriteQuestion) => Promise<void>,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  refuseOtherEngine(place.mount);
  const before = await currentOf(place.session, place, signal);
  await agree(questionOf(place, key, before));
  const sets: CharacterSet[] = ['lower', 'upper', 'digits', ...(symbols ? (['symbols'] as const) : [])];
  const password = makePassword({ kind: 'characters', length, sets });
  const change: KnownChange = { op: 'set', key, rawJson: JSON.stringify(password) };
  // Once agreed it comes to its end, as a save of a person does.
  return asWrite(() => write(place, before, change));
}

function questionOf(place: FoundPlace, key: string, before: Current): WriteQuestion {
  const replaces = before.state === 'living' && before.read.content.members.some(([name]) => name === key);
  const change =
    before.state === 'absent'
      ? 'Creates the entry'
      : before.state === 'gone'
        ? `Adds a version after ${before.version}, which is deleted`
        : before.state === 'unreadable'
          ? 'Sets the key. This token cannot read whether it has a value'
          : replaces
            ? `Replaces the value of this key${place.mount.engine === 'kv2' ? '; the old version stays' : ' for good'}`
            : 'Adds this key';
  const destructive = replaces || before.state === 'unreadable';
  return {
    title: 'Write a generated password for an agent?',
    action: destructive ? 'Replace' : 'Write',
    destructive,
    facts: [
      { name: 'Entry', value: fullPath(place) },
      { name: 'Key', value: key },
      { name: 'Change', value: change, prose: true, ...(destructive ? { notice: true } : {}) },
    ],
  };
}

async function write(place: FoundPlace, before: Current, change: KnownChange): Promise<SaveOutcome> {
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
          hint: 'Ask again.',
        });
      await putWhole(session, place, next);
      return { method: 'replace', warnings: [] };
    }
  }
}
