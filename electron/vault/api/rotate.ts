/**
 * The encryption key (`sys/rotate`, vault-http-facts 6.5), and operations on the node that answers: `sys/seal`,
 * `sys/step-down`. None of them is repeated.
 */
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { KeyRotation } from '../../../shared/vault/cluster.ts';
import { ask, reading, writing } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';
import { asNumber, asObject, asText } from './fields.ts';
import type { VaultAnswer } from '../http/types.ts';

/** Starts a new term of the encryption key; stored data stays readable. Needs sudo. */
export async function rotateEncryptionKey(caller: Caller): Promise<void> {
  await atEither(caller, { method: 'POST', path: 'sys/rotate', capability: 'update' }, 'sys/rotate/keyring');
}

/** Settings of the server's automatic key rotation. */
export async function readKeyRotation(caller: Caller): Promise<KeyRotation> {
  const answer = await atEither(caller, reading('sys/rotate/config'), 'sys/rotate/keyring/config');
  const top = asObject(answer.json());
  const body = 'data' in top ? asObject(top['data']) : top;
  return {
    enabled: body['enabled'] !== false,
    // A number if it is 0, else a duration of Go, e.g. `24h0m0s`.
    intervalSeconds: parseDuration(asText(body['interval'])) ?? asNumber(body['interval']),
    maxOperations: asNumber(body['max_operations']),
  };
}

/** Changes them; an interval of 0 means by count alone. */
export async function writeKeyRotation(caller: Caller, rotation: KeyRotation): Promise<void> {
  const { enabled, intervalSeconds, maxOperations } = rotation;
  await atEither(
    caller,
    writing('sys/rotate/config', { enabled, interval: intervalSeconds, max_operations: maxOperations }),
    'sys/rotate/keyring/config',
  );
}

/** Seals the node that answers; only the leader accepts it. */
export async function seal(caller: Caller): Promise<void> {
  await ask(caller, { method: 'POST', path: 'sys/seal', capability: 'update' });
}

/** Makes the leader step down; another node is elected. */
export async function stepDown(caller: Caller): Promise<void> {
  await ask(caller, { method: 'POST', path: 'sys/step-down', capability: 'update' });
}

/** Servers differ in the path of the same function: the other path is asked if one is not offered. */
async function atEither(caller: Caller, request: CallerRequest, other: string): Promise<VaultAnswer> {
  try {
    return await ask(caller, request);
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'not-offered') throw failure;
    return ask(caller, { ...request, path: other });
  }
}
