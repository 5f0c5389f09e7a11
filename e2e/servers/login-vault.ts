/** A Vault with real login methods, each with its own server: ldap, radius, github; userpass with MFA. */
import { pluginFolder } from '../../build/setup/vault-plugins.mjs';
import { startDevVault } from './dev.ts';
import type { VaultServer } from './dev.ts';
import { startGithubApi } from './github-api.ts';
import type { GithubApi } from './github-api.ts';
import { startLdap } from './ldap.ts';
import type { LdapServer } from './ldap.ts';
import { startRadius } from './radius.ts';
import type { RadiusServer } from './radius.ts';
import { at, must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

export interface LoginVault extends VaultServer {
  readonly ldap: LdapServer;
  readonly radius: RadiusServer;
  readonly github: GithubApi;
  /** Policy that its logins grant, besides `default`, to members of the right group, team or list. */
  readonly policy: string;
}

/**
 * Starts Vault and its login servers: `ldap` at `auth/people/`, advertised with a description, `radius` and `github`
 * at their default paths, not advertised.
 */
export async function startLoginVault(): Promise<LoginVault> {
  const starting = [
    startDevVault({ pluginFolder: pluginFolder() }),
    startLdap(),
    startRadius(),
    startGithubApi(),
  ] as const;
  const stop = async (): Promise<void> => {
    // Servers that failed to start need no stop.
    await Promise.allSettled(starting.map(async (server) => (await server).stop()));
  };
  try {
    const [vault, ldap, radius, github] = await Promise.all(starting);
    const policy = 'payments-read';
    await must(vault, 'PUT', `sys/policies/acl/${policy}`, {
      policy: 'path "secret/data/payments/*" { capabilities = ["read"] }',
    });
    await ldap.enableAt(vault, 'people', [policy], 'Everybody at Payments');
    await advertise(vault, 'people');
    await radius.enableAt(vault, 'radius', [policy]);
    await github.enableAt(vault, 'github', policy);
    return { ...vault, ldap, radius, github, policy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Lists this auth method for unauthenticated clients. */
export async function advertise(vault: Reachable, mount: string): Promise<void> {
  await must(vault, 'POST', `sys/auth/${mount}/tune`, { listing_visibility: 'unauth' });
}

/** Enables userpass at `auth/<mount>` with one user. */
export async function enableUserpass(
  vault: Reachable,
  mount: string,
  user: string,
  password: string,
  policies: readonly string[] = [],
): Promise<void> {
  await must(vault, 'POST', `sys/auth/${mount}`, { type: 'userpass' });
  await must(vault, 'POST', `auth/${mount}/users/${user}`, { password, token_policies: policies });
}

/** Requires a push on a phone (Duo) at the auth method `mount`; returns the id of the MFA method. */
export async function requirePush(vault: Reachable, mount: string): Promise<string> {
  const duo = await must(vault, 'POST', 'identity/mfa/method/duo', {
    username_format: '{{identity.entity.name}}',
    api_hostname: 'api.duo.invalid',
    secret_key: 'not-a-real-one',
    integration_key: 'not-a-real-one',
  });
  const id = textAt(duo, 'data', 'method_id');
  await enforce(vault, mount, 'push', id);
  return id;
}

/**
 * Requires a passcode of an authenticator app at the auth method `mount`, with `user` enrolled. Returns the shared
 * key in base32.
 */
export async function requireTotp(vault: Reachable, mount: string, user: string): Promise<string> {
  const totp = await must(vault, 'POST', 'identity/mfa/method/totp', {
    issuer: 'Strongroom tests',
    period: 30,
    algorithm: 'SHA1',
    digits: 6,
    key_size: 20,
  });
  const id = textAt(totp, 'data', 'method_id');
  const entity = await must(vault, 'POST', 'identity/entity', { name: `${mount}-${user}` });
  const entityId = textAt(entity, 'data', 'id');
  await must(vault, 'POST', 'identity/entity-alias', {
    name: user,
    canonical_id: entityId,
    mount_accessor: await accessorOf(vault, mount),
  });
  const made = await must(vault, 'POST', 'identity/mfa/method/totp/admin-generate', {
    method_id: id,
    entity_id: entityId,
  });
  await enforce(vault, mount, `totp-${mount}`, id);
  return new URL(textAt(made, 'data', 'url')).searchParams.get('secret') ?? '';
}

async function enforce(vault: Reachable, mount: string, name: string, method: string): Promise<void> {
  await must(vault, 'POST', `identity/mfa/login-enforcement/${name}`, {
    mfa_method_ids: [method],
    auth_method_accessors: [await accessorOf(vault, mount)],
  });
}

async function accessorOf(vault: Reachable, mount: string): Promise<string> {
  const accessor = at(await must(vault, 'GET', 'sys/auth'), 'data', `${mount}/`, 'accessor');
  if (typeof accessor !== 'string') throw new Error(`No login method at auth/${mount}/`);
  return accessor;
}
