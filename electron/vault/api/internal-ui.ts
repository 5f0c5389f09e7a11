/**
 * `sys/internal/ui/mounts` (vault-http-facts 6.6): the mounts below which this token has any right. Used instead of
 * `sys/mounts`, which needs a policy of its own.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { engineKind } from '../../../shared/vault/mount.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';

const MOUNTS = 'sys/internal/ui/mounts';

/** Mounts without secrets of users: they have screens of their own. */
const notSecrets = new Set(['system', 'identity', 'ns_system', 'ns_identity', 'agent_registry']);

/** Secrets engine mounts visible to the token, by path. */
export async function listMounts(caller: Caller): Promise<readonly Mount[]> {
  const answer = await ask(caller, { method: 'GET', path: MOUNTS, safe: true });
  const secret = asObject(dataOf(answer)['secret']);
  return Object.entries(secret)
    .map(([path, facts]) => mountFrom(path, facts))
    .filter((mount) => !notSecrets.has(mount.type))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/**
 * True if the server knows the token: it sees a mount that is hidden without a token. Costs no use. False for a token
 * without any right, and if a proxy removes the token's header. Rejects for a dead one, after one request: with
 * `unauthenticated`, or with `forbidden` from OpenBao, which does not tell the two apart.
 */
export async function isKnownToken(caller: Caller): Promise<boolean> {
  const { token: _, ...anonymous } = caller;
  const own = await visibleMounts(caller);
  const everybodys = await visibleMounts(anonymous);
  return own.some((mount) => !everybodys.includes(mount));
}

/** Secrets engines and auth methods, each by its path. */
async function visibleMounts(caller: Caller): Promise<readonly string[]> {
  const answer = await ask(caller, { method: 'GET', path: MOUNTS, safe: true });
  const data = dataOf(answer);
  return ['auth', 'secret'].flatMap((kind) => Object.keys(asObject(data[kind])).map((path) => kind + path));
}

/** Mount of a full path; the token needs no `list`, only some right on the path. */
export async function mountOfPath(caller: Caller, path: string): Promise<Mount> {
  const asked = `${MOUNTS}/${path}`;
  let answer: VaultAnswer;
  try {
    answer = await ask(caller, { method: 'GET', path: asked, safe: true });
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    // The error names the user's path instead of the endpoint's.
    const { error } = failure;
    throw new AppFailure({ ...error, path, message: error.message.replace(asked, path) });
  }
  const data = dataOf(answer);
  const found = asText(data['path']);
  // The server leaves out the prefix of an auth method.
  return mountFrom(path.startsWith('auth/') && !found.startsWith('auth/') ? `auth/${found}` : found, data);
}

function mountFrom(path: string, value: unknown): Mount {
  const facts = asObject(value);
  const type = asText(facts['type']);
  return {
    path: (path.endsWith('/') ? path : `${path}/`) as MountPath,
    type,
    engine: engineKind(type, facts['options']),
    description: asText(facts['description']),
  };
}
