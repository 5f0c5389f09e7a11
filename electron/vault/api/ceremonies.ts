/**
 * Key ceremonies (vault-http-facts 6.5; API pages `sys/init`, `sys/rekey`, `sys/rekey-recovery-key`,
 * `sys/generate-root`, OpenBao's `sys/rotate/…`). Servers keep them in one of two families: without a token, or,
 * newer, with one. Shares and starts are never repeated: a share counts, a start returns a one-time password once.
 */
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, reading, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { firstOffered } from './system-status.ts';
import type { SystemAnswer } from './system-status.ts';

/** API paths of the ceremonies, the older one first. */
const places = {
  rekey: ['sys/rekey/init', 'sys/rotate/root/init'],
  'recovery-rekey': ['sys/rekey-recovery-key/init', 'sys/rotate/recovery/init'],
  'generate-root': ['sys/generate-root/attempt', 'sys/generate-root-token/attempt'],
} as const;

/**
 * Progress of a ceremony, and the path that answered. `known`: the path that answered before, which alone is asked.
 * Rejects with `not-offered`.
 */
export function ceremonyProgress(
  caller: Caller,
  ceremony: keyof typeof places,
  known?: string,
): Promise<SystemAnswer> {
  return firstOffered(caller, known === undefined ? places[ceremony] : [known]);
}

/** Share path of a family: `sys/rekey/init` → `sys/rekey`. */
export function familyOf(endpoint: string): string {
  return endpoint.replace(/\/(?:init|attempt)$/, '');
}

/** True for the newer family, which needs a token. */
export function needsToken(endpoint: string): boolean {
  return /^sys\/(?:rotate|generate-root-token)\//.test(endpoint);
}

/** Progress of the verification of new shares. Rejects with `invalid-request` if none is under way. */
export function verificationProgress(caller: Caller, family: string): Promise<VaultAnswer> {
  return ask(caller, { method: 'GET', path: `${family}/verify`, safe: true });
}

/** Begins at the endpoint of the progress. */
export function beginCeremony(caller: Caller, endpoint: string, body: object): Promise<VaultAnswer> {
  return ask(caller, { method: 'PUT', path: endpoint, body: JSON.stringify(body), capability: 'update' });
}

/** Request with one share, for a consent that is given before. */
export function shareRequest(path: string, share: string, nonce: string) {
  return { method: 'PUT', path, body: JSON.stringify({ key: share, nonce }) } as const;
}

/** Gives one share. Rejects with `invalid-request` if the nonce is another ceremony's, or the set is wrong. */
export function giveShare(caller: Caller, request: ReturnType<typeof shareRequest>): Promise<VaultAnswer> {
  return ask(caller, { ...request, capability: 'update' });
}

/** Cancels a ceremony, or resets a verification. Vault requires the nonce of the cancelled one. */
export function cancelCeremony(caller: Caller, path: string, nonce: string): Promise<VaultAnswer> {
  return ask(caller, { method: 'DELETE', path, body: JSON.stringify({ nonce }), capability: 'delete' });
}

/** Reads the server's encrypted copies of new shares; needs a token. */
export function readBackup(caller: Caller, family: string): Promise<VaultAnswer> {
  return ask(caller, reading(`${family}/backup`));
}

/** Deletes the copies. */
export function deleteBackup(caller: Caller, family: string): Promise<VaultAnswer> {
  return ask(caller, deleting(`${family}/backup`));
}

/** Initialises the server; the answer exists once. */
export function initialise({ token: _, ...caller }: Caller, body: object): Promise<VaultAnswer> {
  return ask(caller, { method: 'POST', path: 'sys/init', body: JSON.stringify(body) });
}

/** Replaces the root key, without shares. OpenBao 2.4 and newer. */
export function rotateRootKey(caller: Caller): Promise<VaultAnswer> {
  return ask(caller, writing('sys/rotate/root', {}));
}
