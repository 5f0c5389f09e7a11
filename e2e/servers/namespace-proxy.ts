/**
 * Namespaces, which the community's Vault does not have, shown over the real one: what is mounted there below `team-a/` is
 * the namespace `team-a`. Changed, and nothing else: health says Enterprise; paths and lists of mounts are those of the
 * namespace in the header; a token is at home in the root and may not ask about itself below; other names are refused.
 * Capabilities are asked about the paths that the namespace's are from the root.
 * `LIST sys/namespaces` answers those directly below, to the tokens that could list the policies of the real server.
 */
import { answer, bodyOf, forward, jsonAnswer, jsonObject, listen } from './forwarding.ts';
import type { HeldAnswer, Listening, Target } from './forwarding.ts';

const MOUNTS = '/v1/sys/internal/ui/mounts';
const NAMESPACES = '/v1/sys/namespaces';

export interface NamespaceProxy extends Listening {
  /** `namespace METHOD path` of each request so far, with the token or without; never the token. */
  readonly arrived: readonly string[];
}

/** Starts it in front of a real server; `namespaces`: the names that there are, beside the root. */
export async function startNamespaceProxy(
  target: Target,
  namespaces: readonly string[],
): Promise<NamespaceProxy> {
  const arrived: string[] = [];
  const listening = await listen((incoming, response) => {
    void (async () => {
      const body = await bodyOf(incoming);
      const { 'x-vault-namespace': named, ...headers } = incoming.headers;
      const namespace = typeof named === 'string' ? named : '';
      const { pathname, search } = new URL(incoming.url ?? '/', 'http://namespaces.invalid');
      const method = incoming.method ?? 'GET';
      arrived.push(`${namespace === '' ? 'root' : namespace} ${method} ${pathname}`);
      const send = (path: string, sent = body): Promise<HeldAnswer> =>
        forward(target, {
          ...{ method, url: path + search, body: sent },
          headers: sent === body ? headers : { ...headers, 'content-length': String(sent.length) },
        });
      answer(response, await inNamespace(namespace, namespaces, pathname, send, body));
    })().catch(() => response.destroy());
  });
  return { ...listening, arrived };
}

async function inNamespace(
  namespace: string,
  namespaces: readonly string[],
  path: string,
  send: (path: string, body?: Buffer) => Promise<HeldAnswer>,
  body: Buffer,
): Promise<HeldAnswer> {
  if (path === NAMESPACES && (namespace === '' || namespaces.includes(namespace))) {
    const asked = await send('/v1/sys/policies/acl');
    return asked.status === 200 ? below(namespace, namespaces) : asked;
  }
  if (path === '/v1/sys/health') return changed(await send(path), { enterprise: true });
  if (namespace === '') {
    const held = await send(path);
    return path === MOUNTS ? mountsOf(held, (name) => (isIn(name, namespaces) ? undefined : name)) : held;
  }
  const refused = jsonAnswer(403, { errors: ['permission denied'] });
  if (!namespaces.includes(namespace) || path.startsWith('/v1/auth/token/')) return refused;
  const prefix = `${namespace}/`;
  if (path === MOUNTS)
    return mountsOf(await send(path), (name) =>
      name.startsWith(prefix) ? name.slice(prefix.length) : undefined,
    );
  if (path.startsWith(`${MOUNTS}/`)) {
    const held = await send(`${MOUNTS}/${prefix}${path.slice(MOUNTS.length + 1)}`);
    return { ...held, body: Buffer.from(held.body.toString('utf8').replaceAll(`"${prefix}`, '"')) };
  }
  if (path.startsWith('/v1/sys/capabilities')) return capabilities(prefix, body, (sent) => send(path, sent));
  return path.startsWith('/v1/sys/') ? send(path) : send(`/v1/${prefix}${path.slice('/v1/'.length)}`);
}

async function capabilities(
  prefix: string,
  body: Buffer,
  send: (body: Buffer) => Promise<HeldAnswer>,
): Promise<HeldAnswer> {
  const { paths, ...asked } = JSON.parse(body.toString('utf8')) as { readonly paths: readonly string[] };
  const held = await send(
    Buffer.from(JSON.stringify({ ...asked, paths: paths.map((path) => prefix + path) })),
  );
  return { ...held, body: Buffer.from(held.body.toString('utf8').replaceAll(`"${prefix}`, '"')) };
}

/** As Vault lists them: one step down, with a slash; 404 where there is none. */
function below(namespace: string, namespaces: readonly string[]): HeldAnswer {
  const prefix = namespace === '' ? '' : `${namespace}/`;
  const keys = namespaces
    .filter((name) => name.startsWith(prefix) && name !== namespace)
    .map((name) => `${name.slice(prefix.length).split('/', 1).join('')}/`);
  return keys.length === 0
    ? jsonAnswer(404, { errors: [] })
    : jsonAnswer(200, { data: { keys: [...new Set(keys)].sort() } });
}

function isIn(mount: string, namespaces: readonly string[]): boolean {
  return namespaces.some((name) => mount.startsWith(`${name}/`));
}

/** The list of mounts with other names; one whose name is undefined is left out. */
function mountsOf(held: HeldAnswer, named: (mount: string) => string | undefined): HeldAnswer {
  const data = jsonObject(held)?.['data'] as Record<string, Record<string, unknown>> | undefined;
  if (data === undefined) return held;
  const secret = Object.entries(data['secret'] ?? {}).flatMap(([mount, facts]) => {
    const name = named(mount);
    return name === undefined ? [] : [[name, facts] as const];
  });
  return changed(held, { data: { ...data, secret: Object.fromEntries(secret) } });
}

function changed(held: HeldAnswer, change: object): HeldAnswer {
  const object = jsonObject(held);
  return object === undefined
    ? held
    : { ...jsonAnswer(held.status, { ...object, ...change }), headers: held.headers };
}
