/** `entry.*`: one entry, its values held in main. Reading is here; changes have files of their own. */
import * as z from 'zod/mini';
import { compareMembers } from '../../core/entries/compare.ts';
import {
  clipboardText,
  openEntry,
  placeFacts,
  rawText,
  revealValue,
  viewEntry,
} from '../../core/entries/open.ts';
import { approvalPlace } from '../../core/entries/reading.ts';
import { refuseUnversioned } from '../../core/entries/removal.ts';
import { entryRights } from '../../core/entries/rights.ts';
import { serverLimits } from '../../core/entries/server-limits.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { anEntryId, anOpenEntry, twoOpenEntries } from '../about.ts';
import { call } from '../call.ts';
import { reads, readsOfSession } from '../presets.ts';
import { atPath, id, inSession, keyText, maybe, mountPath, versionNumber } from './fields.ts';

const oneEntry = { entryId: id };

export const entryCalls = [
  call('entry.open', {
    ...readsOfSession,
    input: z.strictObject({
      ...atPath,
      version: maybe(versionNumber),
      approval: maybe(z.enum(['anew', 'given'])),
    }),
    asJson: true,
    run: (session, { sessionId: _own, ...place }, { services, signal }) =>
      openEntry(session, services.entries, place, signal),
  }),
  call('entry.approval', {
    ...readsOfSession,
    input: z.strictObject({ ...atPath, version: maybe(versionNumber) }),
    run: async (session, { mount: at, path, version }, { signal }) => {
      const mount = await session.mounts.at(at, signal);
      return session.approvals.look(approvalPlace(mount, path, version), signal);
    },
  }),
  call('entry.view', {
    ...reads,
    input: z.strictObject(oneEntry),
    about: anOpenEntry,
    asJson: true,
    run: (entry, _input, { signal }) => viewEntry(entry, signal),
  }),
  call('entry.close', {
    ...reads,
    input: z.strictObject(oneEntry),
    about: anEntryId,
    run: (entryId, _input, { services }) => {
      services.entries.close(entryId);
      return {};
    },
  }),
  call('entry.reveal', {
    ...reads,
    input: z.strictObject({ ...oneEntry, key: keyText }),
    about: anOpenEntry,
    run: async (entry, { key }, { signal }) => ({ rawJson: await revealValue(entry, key, signal) }),
  }),
  call('entry.revealAll', {
    ...reads,
    input: z.strictObject(oneEntry),
    about: anOpenEntry,
    run: async (entry, _input, { signal }) => {
      const { members } = await entry.content(signal);
      return { members };
    },
  }),
  call('entry.copy', {
    input: z.strictObject({ ...oneEntry, key: keyText }),
    effect: 'read',
    about: anOpenEntry,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: async (entry, { key }, { services, signal }) => {
      const rawJson = await revealValue(entry, key, signal);
      const facts = [{ name: 'Key', value: key }, ...placeFacts(entry)];
      return services.platform.clipboard.copy({ text: clipboardText(rawJson), facts }, signal);
    },
  }),
  call('entry.raw', {
    ...reads,
    input: z.strictObject({ ...oneEntry, reveal: z.boolean() }),
    about: anOpenEntry,
    run: async (entry, { reveal }, { signal }) => ({ text: await rawText(entry, reveal, signal) }),
  }),
  call('entry.compare', {
    ...reads,
    input: z.strictObject({ leftEntryId: id, rightEntryId: id }),
    about: twoOpenEntries,
    run: async ({ left, right }, _input, { signal }) =>
      compareMembers((await left.content(signal)).members, (await right.content(signal)).members),
  }),
  call('entry.limits', {
    ...readsOfSession,
    input: z.strictObject({ ...inSession, mount: mountPath }),
    run: (session, _input, { signal }) => serverLimits(session, signal),
  }),
  call('entry.metadata', {
    ...readsOfSession,
    input: z.strictObject(atPath),
    run: async (session, { mount: at, path }, { signal }) => {
      const mount = await session.mounts.at(at, signal);
      refuseUnversioned({ mount, path }, 'There is nothing to see besides the values.');
      return session.run((caller) => readMetadataKv2(caller, mount.path, path), signal);
    },
  }),
  call('entry.rights', {
    ...readsOfSession,
    input: z.strictObject(atPath),
    run: async (session, { mount: at, path }, { signal }) => {
      const mount = await session.mounts.at(at, signal);
      return session.run((caller) => entryRights(caller, mount, path), signal);
    },
  }),
] as const;
