/**
 * `entry.*`: taking away and bringing back. What cannot be undone is asked in the trusted view, which names what and how
 * many, and takes the typed path: a broken page cannot destroy anything.
 */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { entryPlace } from '../../core/entries/create.ts';
import { fullPath } from '../../core/entries/current.ts';
import type { KnownPlace } from '../../core/entries/current.ts';
import {
  deleteEverything,
  deleteVersions,
  destroyVersions,
  metadataIfReadable,
  refuseNone,
  refuseUnknown,
  refuseUnversioned,
  undeleteVersions,
} from '../../core/entries/removal.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services.ts';
import { aSession } from '../about.ts';
import { call } from '../call.ts';
import { atPath, versions } from './fields.ts';

type Confirm = Extract<TrustedRequest, { kind: 'confirm' }>;

async function confirm(
  { platform }: Services,
  session: Session,
  place: KnownPlace,
  words: Pick<Confirm, 'title' | 'body' | 'action'>,
  signal: AbortSignal,
): Promise<void> {
  const { name, address, namespace } = session.view();
  const where = `Connection: ${name} (${address}${namespace === '' ? '' : `, namespace ${namespace}`}).`;
  const typedName = fullPath(place);
  const answer = await platform.ask(
    { kind: 'confirm', ...words, body: [...words.body, where], destructive: true, typedName },
    signal,
  );
  if (answer.kind === 'submit' && answer.text === typedName) return;
  throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was changed.' });
}

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
  call('entry.destroyVersions', {
    input: ofVersions,
    effect: 'write',
    says: 'Destroy versions of an entry',
    about: aSession,
    whenLocked: 'refused',
    asks: ['confirm'],
    maxBytes: versionsBytes,
    run: async (session, { mount: at, path, versions: which }, { services, signal }) => {
      const place = await entryPlace(session, { mount: at, path }, signal);
      refuseUnversioned(place, 'Delete the entry for good instead.');
      refuseNone(which);
      const metadata = await metadataIfReadable(session, place, signal);
      refuseUnknown(place, metadata, which);
      await confirm(services, session, place, destroyWords(place, which, metadata), signal);
      await destroyVersions(session, place, which, signal);
      return {};
    },
  }),
  call('entry.deleteEverything', {
    input: z.strictObject(atPath),
    effect: 'write',
    says: 'Delete an entry with all its versions',
    about: aSession,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: async (session, { mount: at, path }, { services, signal }) => {
      const place = await entryPlace(session, { mount: at, path }, signal);
      const metadata = await metadataIfReadable(session, place, signal);
      await confirm(services, session, place, everythingWords(place, metadata), signal);
      await deleteEverything(session, place, signal);
      return {};
    },
  }),
] as const;

function destroyWords(
  place: KnownPlace,
  versions: readonly number[],
  metadata: EntryMetadata | undefined,
): Pick<Confirm, 'title' | 'body' | 'action'> {
  const count = versions.length;
  const what = count === 1 ? 'version' : 'versions';
  const current = metadata !== undefined && versions.includes(metadata.currentVersion);
  return {
    title: count === 1 ? 'Destroy this version?' : `Destroy ${count} versions?`,
    body: [
      `The values of ${what} ${listed(versions)} of “${fullPath(place)}” are destroyed.`,
      ...(current ? ['The current version is among them: reading the entry will find no values.'] : []),
      'This cannot be undone. Other versions and the settings of the entry stay.',
    ],
    action: count === 1 ? `Destroy version ${versions[0] ?? ''}` : `Destroy ${count} versions`,
  };
}

function everythingWords(
  place: KnownPlace,
  metadata: EntryMetadata | undefined,
): Pick<Confirm, 'title' | 'body' | 'action'> {
  const path = fullPath(place);
  const versions = metadata?.versions.length;
  const removed =
    place.mount.engine !== 'kv2'
      ? `The entry “${path}” is deleted with all its keys. This engine keeps no earlier versions.`
      : versions === undefined
        ? `“${path}” is deleted with all its versions, its settings and its custom metadata.`
        : `“${path}” is deleted with ${versions === 1 ? 'its one version' : `all its ${versions} versions`}, its settings and its custom metadata.`;
  return {
    title: 'Delete everything?',
    body: [removed, 'This cannot be undone: nothing of it can be brought back.'],
    action: 'Delete everything',
  };
}

const MOST_LISTED = 20;

function listed(versions: readonly number[]): string {
  const sorted = [...versions].sort((a, b) => a - b);
  const shown = sorted.slice(0, MOST_LISTED).join(', ');
  return sorted.length > MOST_LISTED ? `${shown} and ${sorted.length - MOST_LISTED} more` : shown;
}
