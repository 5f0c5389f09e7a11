/** Login methods without a service behind them, set up on a real server as an administrator does. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { uniqueName } from './seed.ts';
import { must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** Credentials for a login by AppRole. */
export interface AppRole {
  readonly roleId: string;
  readonly secretId: string;
  /** Another secret ID, and its wrapping token. */
  readonly wrappedId: string;
  readonly wrappingToken: string;
  /** Creation path of `wrappingToken`. */
  readonly wrappedAt: string;
}

/** AppRole at `auth/approle/` with the role `gateway`. */
export async function enableAppRole(vault: Reachable, policies: readonly string[]): Promise<AppRole> {
  const role = 'auth/approle/role/gateway';
  await must(vault, 'POST', 'sys/auth/approle', { type: 'approle' });
  await must(vault, 'POST', role, { token_policies: policies });
  const [secretId, wrappedId] = [uniqueName('canary-secret-id'), uniqueName('canary-wrapped-id')];
  const wrappedAt = `${role}/custom-secret-id`;
  await must(vault, 'POST', wrappedAt, { secret_id: secretId });
  const inTenMinutes = { 'X-Vault-Wrap-TTL': '10m' };
  const wrapped = await must(vault, 'POST', wrappedAt, { secret_id: wrappedId }, inTenMinutes);
  return {
    secretId,
    wrappedId,
    wrappingToken: textAt(wrapped, 'wrap_info', 'token'),
    wrappedAt,
    roleId: textAt(await must(vault, 'GET', `${role}/role-id`), 'data', 'role_id'),
  };
}

/** JWT logins at `auth/jwt/` with a key of our own and the role `gateway`; returns an accepted token. */
export async function enableJwt(vault: Reachable, policies: readonly string[]): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await must(vault, 'POST', 'sys/auth/jwt', { type: 'jwt' });
  await must(vault, 'POST', 'auth/jwt/config', {
    jwt_validation_pubkeys: [publicKey.export({ type: 'spki', format: 'pem' })],
  });
  await must(vault, 'POST', 'auth/jwt/role/gateway', {
    role_type: 'jwt',
    user_claim: 'sub',
    bound_subject: 'gateway',
    token_policies: policies,
  });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  const unsigned = `${part({ alg: 'RS256' })}.${part({ sub: 'gateway', iat: seconds, exp: seconds + 600 })}`;
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`;
}

/** Logins by client certificates of a CA (PEM) at `auth/<mount>/`, with the role `people`. */
export async function enableCertificates(
  vault: Reachable,
  mount: string,
  authority: string,
  policies: readonly string[],
): Promise<void> {
  await must(vault, 'POST', `sys/auth/${mount}`, { type: 'cert' });
  await must(vault, 'POST', `auth/${mount}/certs/people`, {
    certificate: authority,
    display_name: 'people',
    token_policies: policies,
  });
}
