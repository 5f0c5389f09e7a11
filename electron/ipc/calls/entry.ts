/** `entry.*`: one entry, its values held in main. Looking at it is here; what changes something has files of its own. */
import { refuseUnversioned } from '../../core/entries/removal.ts';
import { compareMembers } from '../../core/entries/compare.ts';
import {
  clipboardText,
  contentHeld,
  openEntry,
  rawText,
  revealValue,
  viewEntry,
} from '../../core/entries/open.ts';
import { entryRights } from '../../core/entries/rights.ts';
import { serverLimits } from '../../core/entries/server-limits.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';
import { entryChangeHandlers } from './entry-changes.ts';
import { entryFileHandlers } from './entry-files.ts';
import { entryRemovalHandlers } from './entry-removal.ts';
import { sessionOfEntry } from './session-of-entry.ts';

/** Handlers of entries. */
export function entryHandlers(parts: DeskParts): HandlersOf<'entry'> {
  const { sessions, entries, platform } = parts;
  const sessionOf = sessionOfEntry(parts);
  return {
    ...entryChangeHandlers(parts),
    ...entryRemovalHandlers(parts),
    ...entryFileHandlers(parts),
    'entry.open': ({ sessionId, ...place }, { signal }) =>
      openEntry(sessions.get(sessionId), entries, place, signal),
    'entry.view': ({ entryId }, { signal }) => viewEntry(sessionOf(entryId), entries, entryId, signal),
    'entry.close': ({ entryId }) => {
      entries.close(entryId);
      return {};
    },
    'entry.reveal': async ({ entryId, key }, { signal }) => ({
      rawJson: await revealValue(sessionOf(entryId), entries, entryId, key, signal),
    }),
    'entry.revealAll': async ({ entryId }, { signal }) => {
      const { members } = await contentHeld(sessionOf(entryId), entries, entryId, signal);
      return { members };
    },
    'entry.copy': async ({ entryId, key }, { signal }) => {
      const rawJson = await revealValue(sessionOf(entryId), entries, entryId, key, signal);
      return platform.clipboard.copySecret(clipboardText(rawJson));
    },
    'entry.raw': async ({ entryId, reveal }, { signal }) => ({
      text: await rawText(sessionOf(entryId), entries, entryId, reveal, signal),
    }),
    'entry.compare': async ({ leftEntryId, rightEntryId }, { signal }) => {
      const left = await contentHeld(sessionOf(leftEntryId), entries, leftEntryId, signal);
      const right = await contentHeld(sessionOf(rightEntryId), entries, rightEntryId, signal);
      return compareMembers(left.members, right.members);
    },
    'entry.limits': ({ sessionId }, { signal }) => serverLimits(sessions.get(sessionId), signal),
    'entry.metadata': async ({ sessionId, mount: at, path }, { signal }) => {
      const session = sessions.get(sessionId);
      const mount = await session.mountAt(at, signal);
      refuseUnversioned({ mount, path }, 'There is nothing to see besides the values.');
      return session.run((caller) => readMetadataKv2(caller, mount.path, path), signal);
    },
    'entry.rights': async ({ sessionId, mount: at, path }, { signal }) => {
      const session = sessions.get(sessionId);
      const mount = await session.mountAt(at, signal);
      return session.run((caller) => entryRights(caller, mount, path), signal);
    },
  };
}
