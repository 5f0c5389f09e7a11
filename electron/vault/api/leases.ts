/** Leases (Vault's API documentation: `/sys/leases`). Listing needs `sudo` besides the capability. */
import type { LeaseFacts } from '../../../shared/vault/lease.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, writing } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';
import { asNumber, asText, dataOf } from './fields.ts';
import { listedKeys, posted } from './mounts.ts';

/** Names directly below a prefix (empty, or with a slash at its end): leases, and folders with a slash. */
export async function listLeases(caller: Caller, prefix: string): Promise<readonly string[]> {
  return (await listedKeys(caller, `sys/leases/lookup/${prefix}`)).keys;
}

/** Reads one lease. Rejects with `invalid-request` if the server does not know its ID. */
export async function readLease(caller: Caller, leaseId: string): Promise<LeaseFacts> {
  const answer = await ask(caller, { ...writing('sys/leases/lookup', { lease_id: leaseId }), safe: true });
  const data = dataOf(answer);
  return {
    leaseId,
    issued: time(data['issue_time']),
    expires: time(data['expire_time']),
    renewed: time(data['last_renewal']),
    renewable: data['renewable'] === true,
    ttlSeconds: asNumber(data['ttl']),
  };
}

/** Renews a lease by so many seconds; undefined: the server's default. */
export function renewLease(
  caller: Caller,
  leaseId: string,
  incrementSeconds: number | undefined,
): Promise<VaultAnswer> {
  return ask(
    caller,
    writing('sys/leases/renew', {
      lease_id: leaseId,
      ...(incrementSeconds === undefined ? {} : { increment: incrementSeconds }),
    }),
  );
}

/** Request of a revocation: the user agrees to exactly this. */
export function leaseRevocation(leaseId: string): CallerRequest {
  return posted('sys/leases/revoke', { lease_id: leaseId, sync: true });
}

/** Revokes a lease; resolves when it is done. */
export function revokeLease(caller: Caller, leaseId: string): Promise<VaultAnswer> {
  return ask(caller, { ...leaseRevocation(leaseId), capability: 'update' });
}

/**
 * Revokes all leases below a prefix; resolves when it is done. `force`: leases whose revocation fails are forgotten,
 * and their credentials stay valid.
 */
export function revokeBelow(caller: Caller, prefix: string, force: boolean): Promise<VaultAnswer> {
  const bare = prefix.replace(/(?<!\/)\/+$/, '');
  return ask(
    caller,
    writing(`sys/leases/${force ? 'revoke-force' : 'revoke-prefix'}/${bare}`, force ? {} : { sync: true }),
  );
}

function time(value: unknown): string {
  const text = asText(value);
  return text.startsWith('0001-01-01') ? '' : text;
}
