/** `sys/seal-status` and unsealing (vault-http-facts 6.4): unauthenticated. */
import type { Health } from '../../../shared/vault/server.ts';
import type { VaultAnswer, VaultClient } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText } from './fields.ts';

/** How many key shares have been given, how many are needed, and how many exist. */
export async function readSealStatus(
  client: VaultClient,
  signal?: AbortSignal,
): Promise<NonNullable<Health['unseal']>> {
  const answer = await client.send({
    method: 'GET',
    path: 'sys/seal-status',
    safe: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const body = asObject(answer.json());
  return {
    progress: asNumber(body['progress']),
    threshold: asNumber(body['t']),
    shares: asNumber(body['n']),
  };
}

/** What kind of storage the server keeps its data in, e.g. `raft`; empty where it does not say. */
export async function readStorageType(client: VaultClient, signal?: AbortSignal): Promise<string> {
  const answer = await client.send({
    method: 'GET',
    path: 'sys/seal-status',
    safe: true,
    ...(signal === undefined ? {} : { signal }),
  });
  return asText(asObject(answer.json())['storage_type']);
}

/** The request that carries a key share. */
export function keyShareRequest(share: string) {
  return { method: 'POST', path: 'sys/unseal', body: JSON.stringify({ key: share }) } as const;
}

/**
 * Gives one unseal key share (hex or base64); answers the seal status. Never repeated: a share given twice counts once,
 * but the one that completes the set unseals. Rejects with `invalid-request` where the set was wrong: it begins anew.
 */
export function giveKeyShare({ token: _, ...caller }: Caller, share: string): Promise<VaultAnswer> {
  return ask(caller, keyShareRequest(share));
}

/** Forgets the shares that were given so far; answers the seal status. */
export function resetUnseal({ token: _, ...caller }: Caller): Promise<VaultAnswer> {
  return ask(caller, { method: 'POST', path: 'sys/unseal', body: '{"reset":true}' });
}
