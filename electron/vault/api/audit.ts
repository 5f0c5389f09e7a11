/** Audit devices (`sys/audit`, `sys/audit-hash`; vault-http-facts 6.14). Changing them needs `sudo`. */
import type { AuditDevice, NewAuditDevice } from '../../../shared/vault/audit.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, readObject } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, asTextMap, dataOf } from './fields.ts';

/** All devices, by path. Needs `sudo` as well as `read`. */
export async function auditDevices(caller: Caller): Promise<readonly AuditDevice[]> {
  const data = await readObject(caller, 'sys/audit');
  return Object.entries(data)
    .map(([path, value]) => {
      const device = asObject(value);
      return {
        path,
        type: asText(device['type']),
        description: asText(device['description']),
        local: device['local'] === true,
        options: asTextMap(device['options']),
      };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `unsafe_allow_api_audit_creation` of OpenBao's configuration; undefined if the server does not have it. */
export async function mayCreateAudit(caller: Caller): Promise<boolean | undefined> {
  const path = 'sys/config/state/sanitized';
  const { unsafe_allow_api_audit_creation: allowed } = await readObject(caller, path);
  return typeof allowed === 'boolean' ? allowed : undefined;
}

/** Enables a device. The server opens it first and refuses one that cannot be written to. */
export function enableAudit(
  caller: Caller,
  { path, type, description, local, options }: NewAuditDevice,
): Promise<VaultAnswer> {
  return ask(caller, {
    method: 'PUT',
    path: `sys/audit/${path}`,
    body: JSON.stringify({ type, description, local, options }),
    capability: 'update',
  });
}

export function disableAudit(caller: Caller, path: string): Promise<VaultAnswer> {
  return ask(caller, deleting(`sys/audit/${path}`));
}

/** Request with a text to be hashed. */
export function hashRequest(path: string, text: string) {
  return {
    method: 'POST',
    path: `sys/audit-hash/${path}`,
    body: JSON.stringify({ input: text }),
  } as const;
}

/** Hash of a text in a device's log: `hmac-sha256:…`. */
export async function auditHash(caller: Caller, path: string, text: string): Promise<string> {
  const answer = await ask(caller, { ...hashRequest(path, text), capability: 'update' });
  return asText(dataOf(answer)['hash']);
}
