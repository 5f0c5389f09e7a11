/** Writes several versions of an entry, each over the one before, and gives them the states that they had. */
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { writeMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { deleteVersionsKv2, destroyVersionsKv2 } from '../../vault/api/kv-v2-versions.ts';
import type { Spot } from './plans.ts';
import type { Requests } from './requests.ts';

export type VersionState = 'living' | 'deleted' | 'destroyed';

/** Versions for an entry of KV v2. */
export interface VersionsToWrite {
  readonly target: Spot;
  /** The version that was current before all of them; 0: none. */
  readonly over: number;
  /** State of each in the end, in order. */
  readonly states: readonly VersionState[];
  /** Number of those that an earlier attempt has written. */
  readonly already: number;
  /** Values of one, by its place; called for those written already, too. */
  readonly membersOf: (at: number) => Promise<readonly Member[]>;
  /** Settings and custom metadata that come with them; empty: none. */
  readonly settings: Partial<MetadataSettings>;
}

/** Writes the versions that are not there yet, living. Rejects with `conflict` if another write was faster. */
export async function writeVersions(
  { target, over, states, already, membersOf, settings }: VersionsToWrite,
  requests: Requests,
): Promise<void> {
  const { session, mount, path } = target;
  const hasSettings = Object.keys(settings).length > 0;
  // The deletion time of a version is fixed when it is written.
  const isFirst = settings.deleteVersionAfter !== undefined && over === 0;
  const writeSettings = (): Promise<unknown> =>
    requests.send(session, (caller) => writeMetadataKv2(caller, mount.path, path, settings));
  if (hasSettings && isFirst && already === 0) await writeSettings();
  for (const at of states.keys()) {
    const members = await membersOf(at);
    if (at >= already) await requests.write(target, members, over + at);
    if (at === 0 && hasSettings && !isFirst) await writeSettings();
  }
}

/** Deletes and destroys the written versions that were so before. */
export async function endVersions(
  { target, over, states }: Pick<VersionsToWrite, 'target' | 'over' | 'states'>,
  requests: Requests,
): Promise<void> {
  const { session, mount, path } = target;
  const inState = (state: VersionState): readonly number[] =>
    states.flatMap((one, at) => (one === state ? [over + at + 1] : []));
  const [deleted, destroyed] = [inState('deleted'), inState('destroyed')];
  if (destroyed.length > 0)
    await requests.send(session, (caller) => destroyVersionsKv2(caller, mount.path, path, destroyed));
  if (deleted.length > 0)
    await requests.send(session, (caller) => deleteVersionsKv2(caller, mount.path, path, deleted));
}
