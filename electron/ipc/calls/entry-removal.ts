/** `entry.*`: removing and restoring. The gate asks about changes that cannot be undone. */
import * as z from 'zod/mini';
import { entryPlace } from '../../core/entries/create.ts';
import {
  deleteEverything,
  deleteVersions,
  destroyVersions,
  undeleteVersions,
} from '../../core/entries/removal.ts';
import { aSession } from '../about.ts';
import { call } from '../call.ts';
import { write } from '../presets.ts';
import { atPath, versions } from './fields.ts';

const ofVersions = z.strictObject({ ...atPath, versions });
/** Ten thousand versions. */
const versionsBytes = 256 * 1024;

export const entryRemovalCalls = [
  call('entry.deleteVersions', {
    input: ofVersions,
    effect: 'write',
    says: 'Delete versions of an entry',
    about: aSession,
    whenLocked: 'refused',
    asks: 'nothing',
    maxBytes: versionsBytes,
    run: async (session, { mount: at, path, versions: which }, { signal }) => {
      const place = await entryPlace(session, { mount: at, path }, signal);
      await deleteVersions(session, place, which, signal);
      return {};
    },
  }),
  call('entry.undelete', {
    input: ofVersions,
    effect: 'write',
    says: 'Undelete versions of an entry',
    about: aSession,
    whenLocked: 'refused',
    asks: 'nothing',
    maxBytes: versionsBytes,
    run: async (session, { mount: at, path, versions: which }, { signal }) => {
      const place = await entryPlace(session, { mount: at, path }, signal);
      await undeleteVersions(session, place, which, signal);
      return {};
    },
  }),
  write(
    'entry.destroyVersions',
    'Destroy versions of an entry',
    { ...atPath, versions },
    async (session, { mount: at, path, versions: which }, { signal }) => {
      const place = await entryPlace(session, { mount: at, path }, signal);
      await destroyVersions(session, place, which, signal);
      return {};
    },
    { maxBytes: versionsBytes },
  ),
  write(
    'entry.deleteEverything',
    'Delete an entry with all its versions',
    atPath,
    async (session, { mount: at, path }, { signal }) => {
      const place = await entryPlace(session, { mount: at, path }, signal);
      await deleteEverything(session, place, signal);
      return {};
    },
  ),
] as const;
