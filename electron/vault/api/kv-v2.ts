/**
 * KV v2 (vault-http-facts 6.8). One entry has several API paths: `data/` for its values, `metadata/` for its versions.
 * A deleted or destroyed version answers 404 with a body; that is an error of its own, with the time it happened.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata, VersionFacts } from '../../../shared/vault/entry.ts';
import { sliceAt } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { errorFromAnswer } from '../http/errors.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTextMap } from './fields.ts';

export interface Kv2Version {
  readonly answer: VaultAnswer;
  readonly facts: VersionFacts;
}

/** What a deleted or destroyed version leaves behind, carried by the error that says so. */
export class VersionGone extends AppFailure {
  readonly facts: VersionFacts;
  constructor(facts: VersionFacts, path: string) {
    const destroyed = facts.destroyed;
    super({
      kind: 'invalid-path',
      reason: destroyed ? 'destroyed-version' : 'deleted-version',
      message: destroyed
        ? `Version ${facts.version} of this entry was destroyed. Its values no longer exist.`
        : `Version ${facts.version} of this entry was deleted on ${plainTime(facts.deletionTime)}.`,
      hint: destroyed
        ? 'Other versions may still be there: look at the list of versions.'
        : 'A deleted version can be brought back until it is destroyed; other versions may still be readable.',
      status: 404,
      method: 'GET',
      path,
    });
    this.name = 'VersionGone';
    this.facts = facts;
  }
}

/**
 * Reads a version (the current one unless told); the answer's raw text holds the values under `data.data`. Rejects with
 * `VersionGone` for a deleted or destroyed one.
 */
export async function readKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  version?: number,
): Promise<Kv2Version> {
  const apiPath = `${mount}data/${path}`;
  const answer = await ask(caller, {
    method: 'GET',
    path: apiPath,
    ...(version === undefined ? {} : { query: { version: String(version) } }),
    safe: true,
    capability: 'read',
    acceptStatus: (status) => status === 404,
  });
  // Throws `bad-answer` where a proxy answered with something that is not JSON.
  answer.json();
  const raw = sliceAt(answer.text, ['data', 'metadata']);
  if (raw === undefined || raw === 'null') throw withoutVersion(answer, apiPath, caller.token);
  const facts = versionFacts(asObject(JSON.parse(raw)));
  if (answer.status === 404) throw new VersionGone(facts, apiPath);
  return { answer, facts };
}

/**
 * Writes a new version if the current one is `cas` (0: if there is none). `data` is the JSON text of the values.
 * Answers the new version; rejects with `conflict` where somebody else was faster.
 */
export async function writeKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  data: string,
  cas: number,
): Promise<{ readonly version: number; readonly createdTime: string; readonly warnings: readonly string[] }> {
  const answer = await ask(caller, {
    method: 'POST',
    path: `${mount}data/${path}`,
    body: `{"options":{"cas":${cas}},"data":${data}}`,
    capability: cas === 0 ? 'create' : 'update',
  });
  const facts = asObject(asObject(answer.json())['data']);
  return {
    version: asNumber(facts['version']),
    createdTime: asText(facts['created_time']),
    warnings: answer.warnings,
  };
}

/** All that is known about an entry's versions, without its values. */
export async function readMetadataKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
): Promise<EntryMetadata> {
  const answer = await ask(caller, {
    method: 'GET',
    path: `${mount}metadata/${path}`,
    safe: true,
    capability: 'read',
  });
  const data = asObject(asObject(answer.json())['data']);
  const versions = Object.entries(asObject(data['versions']))
    .map(([version, facts]) => versionFacts({ ...asObject(facts), version: Number(version) }))
    .sort((a, b) => b.version - a.version);
  return {
    currentVersion: asNumber(data['current_version']),
    oldestVersion: asNumber(data['oldest_version']),
    createdTime: asText(data['created_time']),
    updatedTime: asText(data['updated_time']),
    maxVersions: asNumber(data['max_versions']),
    casRequired: data['cas_required'] === true,
    deleteVersionAfter: asText(data['delete_version_after']),
    customMetadata: asTextMap(data['custom_metadata']),
    versions,
  };
}

/** True where a version's values cannot be read now: destroyed, or its deletion time has come. */
export function isGone(facts: VersionFacts): boolean {
  return facts.destroyed || (facts.deletionTime !== '' && Date.parse(facts.deletionTime) <= Date.now());
}

function versionFacts(facts: Readonly<Record<string, unknown>>): VersionFacts {
  return {
    version: asNumber(facts['version']),
    createdTime: asText(facts['created_time']),
    deletionTime: asText(facts['deletion_time']),
    destroyed: facts['destroyed'] === true,
  };
}

/** What an answer without a version stands for: one of the plain 404s, or no answer of this engine at all. */
function withoutVersion(answer: VaultAnswer, path: string, token: string | undefined): AppFailure {
  if (answer.status !== 404) {
    return new AppFailure({
      kind: 'bad-answer',
      message: 'The answer is not what a Vault server sends for an entry with versions.',
      hint: 'A proxy in front of the server may have answered in its place.',
      status: answer.status,
      method: 'GET',
      path,
    });
  }
  const knownSecrets = token === undefined ? [] : [token];
  return new AppFailure(
    errorFromAnswer({ status: 404, body: answer.json(), method: 'GET', path, knownSecrets }),
  );
}

/** A server's nanoseconds are noise in a sentence: `2026-11-20 20:19:27 UTC`. */
function plainTime(iso: string): string {
  return iso.replace(/^(.{10})T(.{8}).*Z$/, '$1 $2 UTC');
}
