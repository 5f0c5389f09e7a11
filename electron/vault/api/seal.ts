/** `sys/seal-status` and unsealing (vault-http-facts 6.4): unauthenticated. */
import type { Health } from '../../../shared/vault/server.ts';
import type { SealFacts } from '../../../shared/vault/system.ts';
import type { VaultAnswer, VaultClient } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { sealFacts, sealStatus } from './system-status.ts';

/** Numbers of key shares: given, needed and existing. */
export async function readSealStatus(
  client: VaultClient,
  signal?: AbortSignal,
): Promise<NonNullable<Health['unseal']>> {
  const { progress, threshold, shares } = await factsOf(client, signal);
  return { progress, threshold, shares };
}

/** Type of the server's storage, e.g. `raft`; empty if it is not sent. */
export async function readStorageType(client: VaultClient, signal?: AbortSignal): Promise<string> {
  return (await factsOf(client, signal)).storageType;
}

async function factsOf(client: VaultClient, signal?: AbortSignal): Promise<SealFacts> {
  return sealFacts(await sealStatus({ client, repeatable: true, signal }));
}

/** Request with a key share. */
export function keyShareRequest(share: string) {
  return { method: 'POST', path: 'sys/unseal', body: JSON.stringify({ key: share }) } as const;
}

/**
 * Gives one unseal key share (hex or base64); resolves to the seal status. Never repeated: a share given twice counts
 * once, but the one that completes the set unseals. Rejects with `invalid-request` if the set was wrong: it begins
 * anew.
 */
export function giveKeyShare({ token: _, ...caller }: Caller, share: string): Promise<VaultAnswer> {
  return ask(caller, keyShareRequest(share));
}

/** Drops the shares given so far; resolves to the seal status. */
export function resetUnseal({ token: _, ...caller }: Caller): Promise<VaultAnswer> {
  return ask(caller, { method: 'POST', path: 'sys/unseal', body: '{"reset":true}' });
}
