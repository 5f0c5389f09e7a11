/**
 * KV v2, values (vault-http-facts 6.8). One entry has several API paths: `data/` for its values (here), `metadata/`
 * for its versions and settings, `delete/`, `undelete/` and `destroy/`. A deleted or destroyed version answers 404
 * with a body; that is an error of its own, with the time of the deletion.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { VersionFacts } from '../../../shared/vault/entry.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { topOf } from '../http/answer.ts';
import { errorFromAnswer } from '../http/errors.ts';
import type { Method, VaultAnswer } from '../http/types.ts';
import { ask, reading } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTextMap, dataOf } from './fields.ts';

export interface Kv2Version {
  readonly answer: VaultAnswer;
  readonly facts: VersionFacts;
}

/** Error of a deleted or destroyed version, with its remaining facts. */
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
        : 'A deleted version can be undeleted until it is destroyed. Other versions may still be readable.',
      status: 404,
      method: 'GET',
      path,
    });
    this.name = 'VersionGone';
    this.facts = facts;
  }
}

/**
 * Reads a version (the current one by default); the answer's raw text holds the values under `data.data`. Rejects
 * with `VersionGone` for a deleted or destroyed one.
 */
export async function readKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  version?: number,
): Promise<Kv2Version> {
  const apiPath = `${mount}data/${path}`;
  const answer = await ask(caller, {
    ...reading(apiPath),
    ...(version === undefined ? {} : { query: { version: String(version) } }),
    large: true,
    acceptStatus: (status) => status === 404,
  });
  return versionIn(answer, apiPath, caller.token);
}

/** The version in an answer to a read, also in an unwrapped one. Throws as `readKv2` rejects. */
export function versionIn(answer: VaultAnswer, apiPath: string, token?: string): Kv2Version {
  const metadata = metadataIn(topOf(answer)) ?? metadataIn(answer.json());
  if (metadata === undefined) throw withoutVersion(answer, apiPath, token);
  const facts = versionFacts(asObject(metadata));
  if (answer.status === 404) throw new VersionGone(facts, apiPath);
  return { answer, facts };
}

/** Metadata of the version in an answer; undefined without any. */
function metadataIn(body: unknown): unknown {
  return asObject(asObject(body)['data'])['metadata'] ?? undefined;
}

/** A version just written. */
export interface Written {
  readonly version: number;
  readonly createdTime: string;
  readonly warnings: readonly string[];
}

/**
 * Writes a new version if the current one is `cas` (0: no entry). `data` is the JSON text of the values. Rejects with
 * `conflict` if another write was faster.
 */
export async function writeKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  data: string,
  cas: number,
): Promise<Written> {
  const apiPath = `${mount}data/${path}`;
  const answer = await ask(caller, {
    method: 'POST',
    path: apiPath,
    body: `{"options":{"cas":${cas}},"data":${data}}`,
    capability: cas === 0 ? 'create' : 'update',
  });
  const version = written(answer, 'POST', apiPath);
  caller.names?.changed(mount, path, 'written');
  return version;
}

/**
 * Makes a new version of the current one by a merge patch, if that is `cas` (undefined: any). Rejects with
 * `conflict`, with `VersionGone` if the current version has no values, with `invalid-path` if the entry does not
 * exist.
 */
export async function patchKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  patch: string,
  cas: number | undefined,
): Promise<Written> {
  const apiPath = `${mount}data/${path}`;
  const options = cas === undefined ? '' : `"options":{"cas":${cas}},`;
  const answer = await ask(caller, {
    method: 'PATCH',
    path: apiPath,
    body: `{${options}"data":${patch}}`,
    capability: 'patch',
    acceptStatus: (status) => status === 404,
  });
  if (answer.status !== 404) return written(answer, 'PATCH', apiPath);
  const facts = versionFacts(dataOf(answer));
  if (facts.version > 0) throw new VersionGone(facts, apiPath);
  throw plainNotFound(answer, 'PATCH', apiPath, caller.token);
}

/** The version in the answer to a write. Without one it is not the server's, and proves nothing. */
function written(answer: VaultAnswer, method: Method, path: string): Written {
  const facts = asObject(asObject(topOf(answer))['data']);
  const version = asNumber(facts['version']);
  if (version > 0) return { version, createdTime: asText(facts['created_time']), warnings: answer.warnings };
  throw new AppFailure({
    kind: 'outcome-unknown',
    message: 'The response does not name the version written. It may not be the server’s own.',
    hint: 'A proxy in front of the server may have answered in its place. Check the current version.',
    status: answer.status,
    method,
    path,
  });
}

/** Facts of a version as the server writes them. */
export function versionFacts(facts: Readonly<Record<string, unknown>>): VersionFacts {
  return {
    version: asNumber(facts['version']),
    createdTime: asText(facts['created_time']),
    deletionTime: asText(facts['deletion_time']),
    destroyed: facts['destroyed'] === true,
    ...actor('createdBy', facts['created_by']),
    ...actor('deletedBy', facts['deleted_by']),
  };
}

/** Vault names who did it, OpenBao does not: e.g. `{ actor: 'root', client_id: …, operation: 'create' }`. */
function actor<Field extends string>(field: Field, by: unknown): Partial<Record<Field, string>> {
  const name = asText(asObject(by)['actor']);
  return name === '' ? {} : ({ [field]: name } as Record<Field, string>);
}

/** Error for an answer without a version: one of the plain 404s, or an answer of another engine. */
function withoutVersion(answer: VaultAnswer, path: string, token: string | undefined): AppFailure {
  if (answer.status !== 404) {
    return new AppFailure({
      kind: 'bad-answer',
      message: 'The answer is not what a server sends for an entry with versions.',
      hint: 'A proxy in front of the server may have answered in its place.',
      status: answer.status,
      method: 'GET',
      path,
    });
  }
  return plainNotFound(answer, 'GET', path, token);
}

function plainNotFound(
  answer: VaultAnswer,
  method: Method,
  path: string,
  token: string | undefined,
): AppFailure {
  const knownSecrets = token === undefined ? [] : [token];
  return new AppFailure(errorFromAnswer({ status: 404, body: answer.json(), method, path, knownSecrets }));
}

/** Drops a server's nanoseconds: `2026-11-20 20:19:27 UTC`. */
function plainTime(iso: string): string {
  return iso.replace(/^(.{10})T(.{8}).*Z$/, '$1 $2 UTC');
}

/** Names of an entry's keys, and the facts of its current version; the values stay at the server. */
export interface Kv2Subkeys {
  readonly facts: VersionFacts;
  readonly customMetadata: Readonly<Record<string, string>>;
  /** Objects as deep as the entry has them, with null in place of each value; empty for a deleted version. */
  readonly subkeys: Readonly<Record<string, unknown>>;
}

/** Reads the names of an entry's keys (`subkeys/`, capability `read`). Rejects with `invalid-path` if it is absent. */
export async function readSubkeysKv2(caller: Caller, mount: MountPath, path: string): Promise<Kv2Subkeys> {
  const apiPath = `${mount}subkeys/${path}`;
  const answer = await ask(caller, { ...reading(apiPath), acceptStatus: (status) => status === 404 });
  const data = dataOf(answer);
  const metadata = asObject(data['metadata']);
  if (metadata['version'] === undefined) throw withoutVersion(answer, apiPath, caller.token);
  return {
    facts: versionFacts(metadata),
    customMetadata: asTextMap(metadata['custom_metadata']),
    subkeys: asObject(data['subkeys']),
  };
}
