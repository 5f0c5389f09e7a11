/**
 * KV v2, removing versions and bringing them back (vault-http-facts 6.8). The server answers 204 to all of it, also
 * if it changed nothing: the caller must check first.
 */
import type { MountPath } from '../../../shared/vault/mount.ts';
import { ask, deleting, writing } from './caller.ts';
import type { Caller } from './caller.ts';

/** Deletes the version that is current when the request arrives; it can be undeleted. */
export async function deleteCurrentKv2(caller: Caller, mount: MountPath, path: string): Promise<void> {
  await ask(caller, deleting(`${mount}data/${path}`));
}

/** Deletes versions; they can be undeleted. */
export function deleteVersionsKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  versions: readonly number[],
): Promise<void> {
  return postVersions(caller, `${mount}delete/${path}`, versions);
}

/** Brings deleted versions back; a destroyed one stays destroyed, without an error. */
export function undeleteVersionsKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  versions: readonly number[],
): Promise<void> {
  return postVersions(caller, `${mount}undelete/${path}`, versions);
}

/** Destroys the values of versions for good; their numbers and dates stay. */
export function destroyVersionsKv2(
  caller: Caller,
  mount: MountPath,
  path: string,
  versions: readonly number[],
): Promise<void> {
  return postVersions(caller, `${mount}destroy/${path}`, versions);
}

async function postVersions(caller: Caller, path: string, versions: readonly number[]): Promise<void> {
  await ask(caller, writing(path, { versions }));
}
