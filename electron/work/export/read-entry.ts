/** Reads an entry for an export: the versions that were asked for, and its metadata. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata, VersionFacts } from '../../../shared/vault/entry.ts';
import type { ExportOptions } from '../../../shared/vault/export.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { contentOf } from '../../core/entries/open-entries.ts';
import { valueKeys } from '../../core/entries/reading.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { readKv2, VersionGone } from '../../vault/api/kv-v2.ts';
import type { SelectedEntry } from '../selected-entries.ts';
import type { ExportedEntry, ExportedVersion } from './exported-entry.ts';

/** Makes a request in the entry's session, at its pace. */
export type AskServer = <T>(request: (caller: Caller) => Promise<T>) => Promise<T>;

/** Reads it. Rejects if it cannot be read at all, or with a connection-wide error. */
export async function readForExport(
  { mount, path, below, versions: chosen }: SelectedEntry,
  options: ExportOptions,
  ask: AskServer,
): Promise<ExportedEntry> {
  const place = { mount, path, below };
  const wanted = (members: readonly Member[]): readonly Member[] => chosenKeys(members, options.keys);
  if (mount.engine !== 'kv2') {
    if (!options.values) return { ...place, versions: [] };
    const answer = await ask((caller) => readKv1(caller, mount.path, path));
    const { members } = contentOf(answer, valueKeys(mount));
    return { ...place, versions: [{ ...noFacts, members: wanted(members) }] };
  }
  const all = options.versions === 'all';
  const metadata =
    options.metadata || (all && options.values)
      ? await ask((caller) => readMetadataKv2(caller, mount.path, path))
      : undefined;
  const read = (version?: number): Promise<ExportedVersion> =>
    readVersion(version, wanted, (number) =>
      ask(async (caller) => {
        const { answer, facts } = await readKv2(caller, mount.path, path, number);
        return { facts, members: contentOf(answer, valueKeys(mount)).members };
      }),
    );
  const versions = !options.values
    ? []
    : chosen !== undefined
      ? await inTurn(
          [...chosen].sort((a, b) => a - b),
          read,
        )
      : all && metadata !== undefined
        ? await inTurn([...metadata.versions].reverse(), (facts) => readIfThere(facts, read))
        : [await read()];
  return {
    ...place,
    versions,
    ...(options.metadata && metadata !== undefined ? { metadata: settingsOf(metadata) } : {}),
  };
}

const noFacts = { version: 0, createdTime: '', deletionTime: '', destroyed: false } as const;

type VersionRead = { readonly facts: VersionFacts; readonly members: readonly Member[] };

/** Of a chosen version a failure is part of the entry; of the newest one it is the entry's. */
async function readVersion(
  version: number | undefined,
  wanted: (members: readonly Member[]) => readonly Member[],
  read: (version?: number) => Promise<VersionRead>,
): Promise<ExportedVersion> {
  try {
    const { facts, members } = await read(version);
    return { ...facts, members: wanted(members) };
  } catch (failure) {
    if (failure instanceof VersionGone) return failure.facts;
    if (version === undefined || !(failure instanceof AppFailure)) throw failure;
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'cancelled') throw failure;
    return { ...noFacts, version, unread: error.message };
  }
}

/** Deleted versions have no values to read; one that is to be deleted later still has. */
async function readIfThere(
  facts: VersionFacts,
  read: (version: number) => Promise<ExportedVersion>,
): Promise<ExportedVersion> {
  const deleted = facts.deletionTime !== '' && Date.parse(facts.deletionTime) <= Date.now();
  if (facts.destroyed || deleted) return facts;
  const version = await read(facts.version);
  return version.unread === undefined ? version : { ...facts, unread: version.unread };
}

async function inTurn<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}

function chosenKeys(members: readonly Member[], { which, names }: ExportOptions['keys']): readonly Member[] {
  return which === 'all' ? members : members.filter(([key]) => names.includes(key) === (which === 'only'));
}

function settingsOf(metadata: EntryMetadata): NonNullable<ExportedEntry['metadata']> {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata, currentVersion, oldestVersion } =
    metadata;
  return { maxVersions, casRequired, deleteVersionAfter, customMetadata, currentVersion, oldestVersion };
}
