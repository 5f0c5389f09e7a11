/** `entry.*`: what writes values or settings, and what finds out what became of a write. */
import { checkSave } from '../../core/entries/check-save.ts';
import { duplicateEntry } from '../../core/entries/copy.ts';
import { createEntry } from '../../core/entries/create.ts';
import { mergeEntry } from '../../core/entries/merge.ts';
import { patchUnread } from '../../core/entries/patch-unread.ts';
import { refuseUnversioned } from '../../core/entries/removal.ts';
import { renameEntry } from '../../core/entries/rename.ts';
import { restoreVersion } from '../../core/entries/restore.ts';
import { saveEntry, saveOver } from '../../core/entries/save.ts';
import { setMetadata } from '../../core/entries/settings.ts';
import type { Handlers } from '../../core/platform.ts';
import type { DeskParts } from './services-parts.ts';
import { sessionOfEntry } from './session-of-entry.ts';

type Names =
  | 'save'
  | 'saveOver'
  | 'merge'
  | 'checkSave'
  | 'create'
  | 'patchUnread'
  | 'duplicate'
  | 'rename'
  | 'restore'
  | 'setMetadata';

/** Handlers of changes to an entry that is, or comes to be. */
export function entryChangeHandlers(parts: DeskParts): Pick<Handlers, `entry.${Names}`> {
  const { sessions, entries } = parts;
  const sessionOf = sessionOfEntry(parts);
  return {
    'entry.save': ({ entryId, changes }, { signal }) =>
      saveEntry(sessionOf(entryId), entries, entryId, changes, signal),
    'entry.saveOver': ({ entryId, changes, currentVersion }, { signal }) =>
      saveOver(sessionOf(entryId), entries, entryId, changes, currentVersion, signal),
    'entry.merge': ({ entryId, changes }, { signal }) =>
      mergeEntry(sessionOf(entryId), entries, entryId, changes, signal),
    'entry.checkSave': ({ entryId, changes }, { signal }) =>
      checkSave(sessionOf(entryId), entries, entryId, changes, signal),
    'entry.create': ({ sessionId, changes, overVersion, ...destination }, { signal }) =>
      createEntry(sessions.get(sessionId), destination, changes, overVersion, signal),
    'entry.patchUnread': ({ sessionId, changes, ...destination }, { signal }) =>
      patchUnread(sessions.get(sessionId), destination, changes, signal),
    'entry.duplicate': ({ sessionId, entryId, withCustomMetadata, ...destination }, { signal }) => {
      const [from, to] = [sessionOf(entryId), sessions.get(sessionId)];
      return duplicateEntry(entries, { entryId, from, to, destination, withCustomMetadata }, signal);
    },
    'entry.rename': ({ entryId, ...destination }, { signal }) =>
      renameEntry(sessionOf(entryId), entries, entryId, destination, signal),
    'entry.restore': ({ entryId }, { signal }) =>
      restoreVersion(sessionOf(entryId), entries, entryId, signal),
    'entry.setMetadata': async ({ sessionId, mount: at, path, before, settings }, { signal }) => {
      const session = sessions.get(sessionId);
      const mount = await session.mountAt(at, signal);
      refuseUnversioned({ mount, path }, 'There is nothing to set besides the values.');
      return setMetadata(session, { mount, path }, before, settings, signal);
    },
  };
}
