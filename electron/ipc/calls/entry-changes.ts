/** `entry.*`: writing values or settings, and checking the outcome of a write. */
import * as z from 'zod/mini';
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
import type { EntryFacts } from '../../core/entries/open-entries.ts';
import type { MergeKey } from '../../../shared/vault/editing.ts';
import type { EntryChange, KnownChange } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services/services.ts';
import { anOpenEntryAndASession } from '../about.ts';
import { call } from '../call.ts';
import { read, readOfEntry, write, writeOfEntry, writes } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import {
  atPath,
  changes,
  durationText,
  id,
  maybe,
  mountPath,
  passwordRecipe,
  pathText,
  versionNumber,
} from './fields.ts';

const settings = z.strictObject({
  maxVersions: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  casRequired: z.boolean(),
  deleteVersionAfter: durationText,
  // Vault takes 64 pairs of 128 and 512 bytes; it refuses more in its own words.
  customMetadata: z.record(z.string().check(z.maxLength(1024)), z.string().check(z.maxLength(8192))),
});

function membersOf({ entries }: Services, entryId: string): readonly Member[] {
  return entries.get(entryId).content?.members ?? [];
}

/** Notes that an open entry, as the server holds it, was found to have what the draft of its place says. */
function noteFound(
  services: Services,
  { sessionId, mount, path }: EntryFacts,
  foundId: string,
  base?: readonly Member[],
): void {
  services.drafts.noteFound(sessionId, mount.path, path, membersOf(services, foundId), base);
}

function isOnServer({ mine, theirs, clash }: MergeKey): boolean {
  return mine === 'same' || (theirs !== 'same' && !clash);
}

/** Waits for a save, after which the draft of its place is no longer unsaved. */
async function noted<T>(
  services: Services,
  at: {
    readonly sessionId: string;
    readonly mount: { readonly path: string };
    readonly path: string;
    readonly entryId?: string;
  },
  changes: readonly EntryChange[],
  saving: Promise<T>,
): Promise<T> {
  // Read before the save, which puts the new content in its place.
  const base = at.entryId === undefined ? [] : membersOf(services, at.entryId);
  const outcome = await saving;
  services.drafts.noteSaved(at.sessionId, at.mount.path, at.path, { changes, base });
  return outcome;
}

/** Fills in the passwords generated for the changes; use-cases take no others. */
function known(
  { generated }: Services,
  { session }: { readonly session: Session },
  made: readonly EntryChange[],
): readonly KnownChange[] {
  return generated.filledIn(session.sessionId, made);
}

export const entryChangeCalls = [
  writeOfEntry(
    'entry.save',
    'Save an entry',
    { changes },
    (entry, { changes: made }, { signal, services }) =>
      noted(services, entry.facts, made, saveEntry(entry, known(services, entry, made), signal)),
    { maxBytes: wholeEntryBytes },
  ),
  writeOfEntry(
    'entry.saveOver',
    'Save over a deleted version',
    { changes, currentVersion: z.int().check(z.gte(0), z.lte(1_000_000_000)) },
    (entry, { changes: made, currentVersion }, { signal, services }) =>
      noted(
        services,
        entry.facts,
        made,
        saveOver(entry, known(services, entry, made), currentVersion, signal),
      ),
    { maxBytes: wholeEntryBytes },
  ),
  readOfEntry(
    'entry.merge',
    { changes },
    async (entry, { changes: made }, { signal, services }) => {
      const merge = await mergeEntry(entry, known(services, entry, made), signal);
      // Both did the same: the draft is on the server, by another hand.
      if (merge.theirs !== undefined && merge.keys.every(isOnServer))
        noteFound(services, entry.facts, merge.theirs.entryId);
      return merge;
    },
    { maxBytes: wholeEntryBytes, asJson: true },
  ),
  readOfEntry(
    'entry.checkSave',
    { changes },
    async (entry, { changes: made }, { signal, services }) => {
      const { entryId } = entry.facts;
      // Read before the check, after which an entry that was saved has its new content.
      const base = membersOf(services, entryId);
      const check = await checkSave(entry, known(services, entry, made), signal);
      if (check.found === 'saved') noteFound(services, entry.facts, entryId, base);
      return check;
    },
    { maxBytes: wholeEntryBytes },
  ),
  write(
    'entry.create',
    'Create an entry',
    { ...atPath, changes, overVersion: maybe(versionNumber) },
    (session, { mount, path, changes: made, overVersion }, { signal, services }) =>
      noted(
        services,
        { sessionId: session.sessionId, mount: { path: mount }, path },
        made,
        createEntry(session, { mount, path }, known(services, { session }, made), overVersion, signal),
      ),
    { maxBytes: wholeEntryBytes },
  ),
  write(
    'entry.patchUnread',
    'Change keys of an entry',
    { ...atPath, changes },
    (session, { mount, path, changes: made }, { signal, services }) =>
      noted(
        services,
        { sessionId: session.sessionId, mount: { path: mount }, path },
        made,
        patchUnread(session, { mount, path }, known(services, { session }, made), signal),
      ),
    { maxBytes: wholeEntryBytes },
  ),
  read('entry.generate', { recipe: passwordRecipe }, ({ sessionId }, { recipe }, { services }) =>
    services.generated.make(sessionId, recipe),
  ),
  call('entry.duplicate', {
    ...writes,
    input: z.strictObject({ ...atPath, entryId: id, withCustomMetadata: z.boolean() }),
    says: 'Duplicate an entry',
    about: anOpenEntryAndASession,
    run: ({ entry, session: to }, { mount, path, withCustomMetadata }, { services, signal }) => {
      const { ask } = services.platform;
      return duplicateEntry(entry, { to, destination: { mount, path }, withCustomMetadata, ask }, signal);
    },
  }),
  writeOfEntry(
    'entry.rename',
    'Rename an entry',
    { mount: mountPath, path: pathText },
    (entry, { mount, path }, { signal }) => renameEntry(entry, { mount, path }, signal),
  ),
  writeOfEntry('entry.restore', 'Restore an older version', {}, (entry, _input, { signal }) =>
    restoreVersion(entry, signal),
  ),
  // Custom metadata before and after: 64 pairs of 640 characters each.
  write(
    'entry.setMetadata',
    'Change the settings of an entry',
    { ...atPath, before: settings, settings },
    async (session, { mount: at, path, before, settings: after }, { signal }) => {
      const mount = await session.mounts.at(at, signal);
      refuseUnversioned({ mount, path }, 'There is nothing to set besides the values.');
      return setMetadata(session, { mount, path }, before, after, signal);
    },
    { maxBytes: 512 * 1024 },
  ),
] as const;
