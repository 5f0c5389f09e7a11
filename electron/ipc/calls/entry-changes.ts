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
import type { EntryChange, KnownChange } from '../../../shared/vault/entry.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services/services.ts';
import { anOpenEntry, anOpenEntryAndASession } from '../about.ts';
import { call } from '../call.ts';
import { reads, readsOfSession, writes, writesOfSession } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import {
  atPath,
  changes,
  durationText,
  id,
  inSession,
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

/** Waits for a save, after which the draft of its place is no longer unsaved. */
async function noted<T>(
  { drafts, entries }: Services,
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
  const base = at.entryId === undefined ? [] : (entries.get(at.entryId).content?.members ?? []);
  const outcome = await saving;
  drafts.noteSaved(at.sessionId, at.mount.path, at.path, { changes, base });
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
  call('entry.save', {
    ...writes,
    input: z.strictObject({ entryId: id, changes }),
    says: 'Save an entry',
    about: anOpenEntry,
    maxBytes: wholeEntryBytes,
    run: (entry, { changes: made }, { signal, services }) =>
      noted(services, entry.facts, made, saveEntry(entry, known(services, entry, made), signal)),
  }),
  call('entry.saveOver', {
    ...writes,
    input: z.strictObject({
      entryId: id,
      changes,
      currentVersion: z.int().check(z.gte(0), z.lte(1_000_000_000)),
    }),
    says: 'Save over a deleted version',
    about: anOpenEntry,
    maxBytes: wholeEntryBytes,
    run: (entry, { changes: made, currentVersion }, { signal, services }) =>
      noted(
        services,
        entry.facts,
        made,
        saveOver(entry, known(services, entry, made), currentVersion, signal),
      ),
  }),
  call('entry.merge', {
    ...reads,
    input: z.strictObject({ entryId: id, changes }),
    about: anOpenEntry,
    asJson: true,
    maxBytes: wholeEntryBytes,
    run: (entry, { changes: made }, { signal, services }) =>
      mergeEntry(entry, known(services, entry, made), signal),
  }),
  call('entry.checkSave', {
    ...reads,
    input: z.strictObject({ entryId: id, changes }),
    about: anOpenEntry,
    maxBytes: wholeEntryBytes,
    run: (entry, { changes: made }, { signal, services }) =>
      checkSave(entry, known(services, entry, made), signal),
  }),
  call('entry.create', {
    ...writesOfSession,
    input: z.strictObject({ ...atPath, changes, overVersion: maybe(versionNumber) }),
    says: 'Create an entry',
    maxBytes: wholeEntryBytes,
    run: (session, { mount, path, changes: made, overVersion }, { signal, services }) =>
      noted(
        services,
        { sessionId: session.sessionId, mount: { path: mount }, path },
        made,
        createEntry(session, { mount, path }, known(services, { session }, made), overVersion, signal),
      ),
  }),
  call('entry.patchUnread', {
    ...writesOfSession,
    input: z.strictObject({ ...atPath, changes }),
    says: 'Change keys of an entry',
    maxBytes: wholeEntryBytes,
    run: (session, { mount, path, changes: made }, { signal, services }) =>
      noted(
        services,
        { sessionId: session.sessionId, mount: { path: mount }, path },
        made,
        patchUnread(session, { mount, path }, known(services, { session }, made), signal),
      ),
  }),
  call('entry.generate', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, recipe: passwordRecipe }),
    run: ({ sessionId }, { recipe }, { services }) => services.generated.make(sessionId, recipe),
  }),
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
  call('entry.rename', {
    ...writes,
    input: z.strictObject({ entryId: id, mount: mountPath, path: pathText }),
    says: 'Rename an entry',
    about: anOpenEntry,
    run: (entry, { mount, path }, { signal }) => renameEntry(entry, { mount, path }, signal),
  }),
  call('entry.restore', {
    ...writes,
    input: z.strictObject({ entryId: id }),
    says: 'Restore an older version',
    about: anOpenEntry,
    run: (entry, _input, { signal }) => restoreVersion(entry, signal),
  }),
  call('entry.setMetadata', {
    ...writesOfSession,
    input: z.strictObject({ ...atPath, before: settings, settings }),
    says: 'Change the settings of an entry',
    // Custom metadata before and after: 64 pairs of 640 characters each.
    maxBytes: 512 * 1024,
    run: async (session, { mount: at, path, before, settings: after }, { signal }) => {
      const mount = await session.mounts.at(at, signal);
      refuseUnversioned({ mount, path }, 'There is nothing to set besides the values.');
      return setMetadata(session, { mount, path }, before, after, signal);
    },
  }),
] as const;
