/** Reads what a search asks of an entry, by as few requests as its engine allows. */
import type { VersionFacts } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { contentOf } from '../../core/entries/open-entries.ts';
import { valueKeys } from '../../core/entries/reading.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { asObject } from '../../vault/api/fields.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { readKv2, readSubkeysKv2, VersionGone } from '../../vault/api/kv-v2.ts';
import type { Conditions, EntryKnown } from './conditions.ts';

/** An entry and its values; these stay in main. */
export interface ReadForSearch {
  readonly known: EntryKnown;
  /** Raw JSON texts; only if values were asked for. */
  readonly members?: readonly Member[];
}

/** Reads an entry as far as the conditions need, and its values if `values`. Rejects as its requests do. */
export async function readForSearch(
  caller: Caller,
  mount: Mount,
  path: string,
  { reads, countsVersions }: Pick<Conditions, 'reads' | 'countsVersions'>,
  values: boolean,
): Promise<ReadForSearch> {
  if (mount.engine !== 'kv2') {
    const { members } = contentOf(await readKv1(caller, mount.path, path), valueKeys(mount));
    return { known: { keys: keysIn(members) }, ...(values && { members }) };
  }
  if (values) {
    const metadata = reads.metadata ? await metadataOf(caller, mount, path) : {};
    try {
      const { answer, facts } = await readKv2(caller, mount.path, path);
      const { members } = contentOf(answer, valueKeys(mount));
      return { known: { ...currentOf(facts), ...metadata, keys: keysIn(members) }, members };
    } catch (failure) {
      if (!(failure instanceof VersionGone)) throw failure;
      return { known: { ...currentOf(failure.facts), ...metadata }, members: [] };
    }
  }
  const metadata =
    reads.metadata && (!reads.keys || countsVersions) ? await metadataOf(caller, mount, path) : {};
  if (!reads.keys) return { known: metadata };
  const { facts, customMetadata, subkeys } = await readSubkeysKv2(caller, mount.path, path);
  return { known: { ...currentOf(facts), customMetadata, ...metadata, keys: namesWithin(subkeys) } };
}

async function metadataOf(caller: Caller, mount: Mount, path: string): Promise<EntryKnown> {
  const { currentVersion, customMetadata, updatedTime, versions } = await readMetadataKv2(
    caller,
    mount.path,
    path,
  );
  const current = versions.find(({ version }) => version === currentVersion);
  return {
    customMetadata,
    version: currentVersion,
    changed: updatedTime,
    versions: versions.length,
    deleted: current !== undefined && isGone(current),
  };
}

function currentOf(facts: VersionFacts): EntryKnown {
  return { version: facts.version, changed: facts.createdTime, deleted: isGone(facts) };
}

/** A deletion can be set for later. */
function isGone({ destroyed, deletionTime }: VersionFacts): boolean {
  return destroyed || (deletionTime !== '' && Date.parse(deletionTime) <= Date.now());
}

function keysIn(members: readonly Member[]): readonly string[] {
  return members.flatMap(([key, raw]) =>
    raw.startsWith('{') ? [key, ...namesWithin(asObject(JSON.parse(raw)), `${key}.`)] : [key],
  );
}

/** Levels of objects whose names are told. */
const MOST_LEVELS = 8;

function namesWithin(value: Readonly<Record<string, unknown>>, before = ''): readonly string[] {
  const deeper = before.split('.').length <= MOST_LEVELS;
  return Object.entries(value).flatMap(([key, inner]) => [
    before + key,
    ...(deeper ? namesWithin(asObject(inner), `${before + key}.`) : []),
  ]);
}
