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
import { read, readOfEntry, reads } from '../presets.ts';
import { atPath, id, keyText, maybe, mountPath, versionNumber } from './fields.ts';

const oneEntry = { entryId: id };

export const entryCalls = [
  read(
    'entry.open',
    { ...atPath, version: maybe(versionNumber), approval: maybe(z.enum(['anew', 'given'])) },
    (session, { sessionId: _own, ...place }, { services, signal }) =>
      openEntry(session, services.entries, place, signal),
    { asJson: true },
  ),
  read(
    'entry.approval',
    { ...atPath, version: maybe(versionNumber) },
    async (session, { mount: at, path, version }, { signal }) => {
      const mount = await session.mounts.at(at, signal);
      return session.approvals.look(approvalPlace(mount, path, version), signal);
    },
  ),
  readOfEntry('entry.view', {}, (entry, _input, { signal }) => viewEntry(entry, signal), { asJson: true }),
  call('entry.close', {
    ...reads,
    input: z.strictObject(oneEntry),
    about: anEntryId,
    run: (entryId, _input, { services }) => {
      services.entries.close(entryId);
      return {};
    },
  }),
  readOfEntry('entry.reveal', { key: keyText }, async (entry, { key }, { signal }) => ({
    rawJson: await revealValue(entry, key, signal),
  })),
  readOfEntry('entry.revealAll', {}, async (entry, _input, { signal }) => {
    const { members } = await entry.content(signal);
    return { members };
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
  readOfEntry('entry.raw', { reveal: z.boolean() }, async (entry, { reveal }, { signal }) => ({
    text: await rawText(entry, reveal, signal),
  })),
  call('entry.compare', {
    ...reads,
    input: z.strictObject({ leftEntryId: id, rightEntryId: id }),
    about: twoOpenEntries,
    run: async ({ left, right }, _input, { signal }) =>
      compareMembers((await left.content(signal)).members, (await right.content(signal)).members),
  }),
  read('entry.limits', { mount: mountPath }, (session, _input, { signal }) => serverLimits(session, signal)),
  read('entry.metadata', atPath, async (session, { mount: at, path }, { signal }) => {
    const mount = await session.mounts.at(at, signal);
    refuseUnversioned({ mount, path }, 'There is nothing to see besides the values.');
    return session.run((caller) => readMetadataKv2(caller, mount.path, path), signal);
  }),
  read('entry.rights', atPath, async (session, { mount: at, path }, { signal }) => {
    const mount = await session.mounts.at(at, signal);
    return session.run((caller) => entryRights(caller, mount, path), signal);
  }),
] as const;
