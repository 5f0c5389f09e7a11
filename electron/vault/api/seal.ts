/** `sys/seal-status` (vault-http-facts 6.4): unauthenticated. */
import type { Health } from '../../../shared/vault/server.ts';
import type { VaultClient } from '../http/types.ts';
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
