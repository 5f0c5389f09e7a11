/** KV v2, settings (vault-http-facts 6.8): `metadata/` of an entry and `config` of its mount. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { MetadataSettings, MountConfig } from '../../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { ask, deleting, listing, readObject, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTextMap, asTexts, dataOf } from './fields.ts';
import { versionFacts } from './kv-v2.ts';
import { listNotOffered } from './lists.ts';

/** Reads all facts of an entry's versions, without its values. */
export async function readMetadataKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
): Promise<EntryMetadata> {
  return metadataOf(await readObject(caller, `${mount}metadata/${path}`));
}

/** A page of a folder's entries with their facts; `last`: where the next one goes on, undefined at the end. */
export interface MetadataPage {
  readonly entries: ReadonlyMap<string, EntryMetadata>;
  readonly last: string | undefined;
}

/**
 * `LIST detailed-metadata` (OpenBao): names in a folder behind `after`, in pages of `limit`, each with the facts of
 * `readMetadataKv2`. Undefined if the server or the token's policies do not offer it.
 */
export async function listMetadataKv2(
  caller: Caller,
  mount: MountPath,
  folder: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<MetadataPage | undefined> {
  const { query, ...request } = listing(`${mount}detailed-metadata/${folder}`);
  try {
    const page = { limit: String(limit), ...(after === '' ? {} : { after }) };
    const data = dataOf(await ask(caller, { ...request, query: { ...query, ...page } }));
    const facts = asObject(data['key_info']);
    const names = asTexts(data['keys']);
    const entries = names.filter((name) => Object.hasOwn(asObject(facts[name]), 'current_version'));
    return {
      entries: new Map(entries.map((name) => [name, metadataOf(asObject(facts[name]))])),
      last: names.length < limit ? undefined : names.at(-1),
    };
  } catch (failure) {
    if (failure instanceof AppFailure && listNotOffered.has(failure.error.kind)) return undefined;
    throw failure;
  }
}

function metadataOf(data: Readonly<Record<string, unknown>>): EntryMetadata {
  const versions = Object.entries(asObject(data['versions']))
    .map(([version, facts]) => versionFacts({ ...asObject(facts), version: Number(version) }))
    .sort((a, b) => b.version - a.version);
  return {
    currentVersion: asNumber(data['current_version']),
    oldestVersion: asNumber(data['oldest_version']),
    createdTime: asText(data['created_time']),
    updatedTime: asText(data['updated_time']),
    ...configOf(data),
    customMetadata: asTextMap(data['custom_metadata']),
    versions,
  };
}

/** Changes the given settings of an entry and leaves the others; custom metadata is replaced as a whole. */
export async function writeMetadataKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  settings: Partial<MetadataSettings>,
): Promise<readonly string[]> {
  const { customMetadata, ...config } = settings;
  const answer = await ask(
    caller,
    writing(`${mount}metadata/${path}`, {
      ...configFields(config),
      ...(customMetadata === undefined ? {} : { custom_metadata: customMetadata }),
    }),
  );
  // It is in the list from now on, even without a version.
  caller.names?.changed(mount, path, 'written');
  return answer.warnings;
}

/** Removes an entry with all versions and settings, for good. Succeeds for a missing one, too. */
export async function deleteMetadataKv2(caller: Caller, mount: MountPath, path: string): Promise<void> {
  await ask(caller, deleting(`${mount}metadata/${path}`));
  caller.names?.changed(mount, path, 'removed');
}

/** Settings of a mount that apply to entries without their own. */
export async function readConfigKv2(caller: Caller, mount: MountPath): Promise<MountConfig> {
  return configOf(await readObject(caller, `${mount}config`));
}

/** Changes the given settings of a mount and leaves the others. */
export async function writeConfigKv2(
  caller: Caller,
  mount: MountPath,
  config: Partial<MountConfig>,
): Promise<void> {
  await ask(caller, writing(`${mount}config`, configFields(config)));
}

function configOf(data: Readonly<Record<string, unknown>>): MountConfig {
  return {
    maxVersions: asNumber(data['max_versions']),
    casRequired: data['cas_required'] === true,
    deleteVersionAfter: asText(data['delete_version_after']),
  };
}

function configFields({ maxVersions, casRequired, deleteVersionAfter }: Partial<MountConfig>): object {
  return {
    ...(maxVersions === undefined ? {} : { max_versions: maxVersions }),
    ...(casRequired === undefined ? {} : { cas_required: casRequired }),
    ...(deleteVersionAfter === undefined ? {} : { delete_version_after: deleteVersionAfter }),
  };
}
