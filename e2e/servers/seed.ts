/** Test data for servers. Tests that share a server use separate mounts, policies and tokens. */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { until } from './seals.ts';
import { ask, must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** A KV mount of one test. `path` ends in `/`. */
export interface KvMount {
  readonly path: string;
  readonly version: 1 | 2;
}

/** A unique name. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** Encodes a path for a URL, segment by segment. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Mounts a KV engine under `name` (a fresh one by default) and waits until it can be used. */
export async function newKvMount(
  server: Reachable,
  version: 1 | 2,
  name = uniqueName(`kv${String(version)}`),
): Promise<KvMount> {
  const path = `${name.replace(/\/$/, '')}/`;
  await must(server, 'POST', `sys/mounts/${encodePath(path.slice(0, -1))}`, {
    type: 'kv',
    options: { version: String(version) },
  });
  // A new KV v2 answers "upgrading from non-versioned" for a moment.
  if (version === 2)
    await until(async () => (await ask(server, 'GET', `${encodePath(path)}config`)).status === 200);
  return { path, version };
}

/** Writes an entry; `data` can be JSON text, for exact numbers. `path` is below the mount and not encoded. */
export async function writeEntry(
  server: Reachable,
  mount: KvMount,
  path: string,
  data: unknown,
): Promise<void> {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const where = encodePath(mount.path) + (mount.version === 2 ? 'data/' : '') + encodePath(path);
  await must(server, 'POST', where, mount.version === 2 ? `{"data":${text}}` : text);
}

/** Writes a policy under a unique name, and returns the name. */
export async function newPolicy(
  server: Reachable,
  hcl: string,
  name = uniqueName('policy'),
): Promise<string> {
  await must(server, 'PUT', `sys/policies/acl/${encodeURIComponent(name)}`, { policy: hcl });
  return name;
}

export interface NewToken {
  readonly token: string;
  readonly accessor: string;
}

/** Creates a token with the root token; options as in `auth/token/create` (`policies`, `ttl`, `num_uses` …). */
export async function newToken(
  server: Reachable,
  options: Readonly<Record<string, unknown>> = {},
): Promise<NewToken> {
  const answer = await must(server, 'POST', 'auth/token/create', { no_parent: true, ...options });
  return { token: textAt(answer, 'auth', 'client_token'), accessor: textAt(answer, 'auth', 'accessor') };
}

/** Names of `writeManyNames`: `name-000000` …, in the server's order. */
export function manyNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `name-${String(index).padStart(6, '0')}`);
}

/** Fills a folder (`a/b/`, or empty for the mount itself) with `count` small entries: 50,000 take some seconds. */
export async function writeManyNames(
  server: Reachable,
  mount: KvMount,
  folder: string,
  count: number,
): Promise<void> {
  await writeSmallEntries(
    server,
    mount,
    manyNames(count).map((name) => folder + name),
  );
}

/** Writes a small entry at each of these paths below the mount, many at a time. */
export async function writeSmallEntries(
  server: Reachable,
  mount: KvMount,
  paths: readonly string[],
): Promise<void> {
  const pool = new Pool(server.address, {
    connections: 24,
    pipelining: 8,
    allowH2: false,
    ...(server.ca === undefined ? {} : { connect: { ca: server.ca } }),
  });
  const where = `/v1/${encodePath(mount.path)}${mount.version === 2 ? 'data/' : ''}`;
  const body = mount.version === 2 ? '{"data":{"v":"1"}}' : '{"v":"1"}';
  const waiting = paths.values();
  const worker = async () => {
    for (const path of waiting) {
      const answer = await pool.request({
        path: where + encodePath(path),
        // PUT, as undici pipelines only idempotent methods; the server treats it as POST.
        method: 'PUT',
        headers: { 'X-Vault-Token': server.rootToken, 'X-Vault-Request': 'true' },
        body,
      });
      if (answer.statusCode >= 300) throw new Error(`Writing ${path}: ${await answer.body.text()}`);
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 24 * 8 }, worker));
  await pool.close();
}
