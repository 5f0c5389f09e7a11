/** `entry.*`: one entry, its values held in main. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { clipboardText, openEntry, rawText, revealValue } from '../../session/entries.ts';
import { entryRights } from '../../session/entry-rights.ts';
import { saveEntry } from '../../session/entry-save.ts';
import type { Session } from '../../session/session.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2.ts';
import type { DeskParts, HandlersOf } from './desk-parts.ts';

/** Handlers of entries. */
export function entryHandlers({ sessions, entries, platform }: DeskParts): HandlersOf<'entry'> {
  const sessionOf = (entryId: string): Session => sessions.get(entries.get(entryId).card.sessionId);
  return {
    'entry.open': ({ sessionId, ...place }, { signal }) =>
      openEntry(sessions.get(sessionId), entries, place, signal),
    'entry.close': ({ entryId }) => {
      entries.close(entryId);
      return {};
    },
    'entry.reveal': async ({ entryId, key }, { signal }) => ({
      rawJson: await revealValue(sessionOf(entryId), entries, entryId, key, signal),
    }),
    'entry.copy': async ({ entryId, key }, { signal }) => {
      const rawJson = await revealValue(sessionOf(entryId), entries, entryId, key, signal);
      return platform.clipboard.copySecret(clipboardText(rawJson));
    },
    'entry.raw': async ({ entryId, reveal }, { signal }) => ({
      text: await rawText(sessionOf(entryId), entries, entryId, reveal, signal),
    }),
    'entry.save': ({ entryId, changes }, { signal }) =>
      saveEntry(sessionOf(entryId), entries, entryId, changes, signal),
    'entry.metadata': async ({ sessionId, mount: at, path }, { signal }) => {
      const session = sessions.get(sessionId);
      const mount = await session.mountAt(at, signal);
      if (mount.engine !== 'kv2') {
        throw new AppFailure({
          kind: 'not-offered',
          message: 'This engine keeps no versions and no metadata of its entries.',
        });
      }
      return session.run((caller) => readMetadataKv2(caller, mount.path, path), signal);
    },
    'entry.rights': async ({ sessionId, mount: at, path }, { signal }) => {
      const session = sessions.get(sessionId);
      const mount = await session.mountAt(at, signal);
      return session.run((caller) => entryRights(caller, mount, path), signal);
    },
  };
}
