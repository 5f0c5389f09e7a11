/**
 * KV v1 and cubbyhole (vault-http-facts 6.7): an entry is one object, a write replaces all of it, without versions
 * and check-and-set. Numbers survive exactly.
 */
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, reading } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';

/** Reads an entry; the answer's raw text holds it under `data`. Rejects with `invalid-path` if it does not exist. */
export function readKv1(caller: Caller, mount: MountPath, path: string): Promise<VaultAnswer> {
  return ask(caller, { ...reading(mount + path), large: true });
}

/** Replaces an entry by `body`, the JSON text of an object. */
export async function writeKv1(
  caller: Caller,
  mount: MountPath,
  path: string,
  body: string,
): Promise<VaultAnswer> {
  const answer = await ask(caller, { method: 'POST', path: mount + path, body, capability: 'update' });
  caller.names?.changed(mount, path, 'written');
  return answer;
}

/** Removes an entry for good. Succeeds for a missing one, too. */
export async function deleteKv1(caller: Caller, mount: MountPath, path: string): Promise<void> {
  await ask(caller, { ...kv1Deletion(mount, path), capability: 'delete' });
  caller.names?.changed(mount, path, 'removed');
}

/** Request that removes an entry. */
export function kv1Deletion(mount: MountPath, path: string): CallerRequest {
  return { method: 'DELETE', path: mount + path };
}
