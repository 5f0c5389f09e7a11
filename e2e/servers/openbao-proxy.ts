/**
 * OpenBao's differences, shown over the real Vault. What is changed, and nothing else: versions and field names of
 * health and seal status, a root key that rotates without shares, 405 for the unauthenticated rekey and generate-root families and their authenticated
 * replacements, SCAN, `after` and `limit` of lists, detailed metadata, 1,000 JSON strings a body, endpoints that are
 * gone, audit devices that cannot be enabled over the API. Node's HTTP parser knows no LIST or SCAN method: here they are
 * `?list=true` and `?scan=true`, which the servers treat alike.
 */
import { answer, bodyOf, forward, jsonAnswer, listen } from './forwarding.ts';
import type { HeldAnswer, Listening, Target } from './forwarding.ts';
import { countJsonStrings, renamed } from './openbao-answers.ts';
import { isPaged, listDetailed, page, scan } from './openbao-lists.ts';
import type { OpenBaoRequest } from './openbao-lists.ts';

const MAX_JSON_STRINGS = 1000;

export type OpenBaoProxy = Listening;

/** Starts the "openbao" mode in front of a real server. */
export async function startOpenBaoProxy(target: Target): Promise<OpenBaoProxy> {
  return listen((incoming, response) => {
    void (async () => {
      const body = await bodyOf(incoming);
      const url = new URL(incoming.url ?? '/', 'http://openbao.invalid');
      const request: OpenBaoRequest = {
        method: incoming.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body,
        send: (method, path, sentBody = Buffer.alloc(0)) =>
          forward(target, { method, url: path, headers: incoming.headers, body: sentBody }),
      };
      answer(response, await openBao(request));
    })().catch(() => response.destroy());
  });
}

async function openBao(request: OpenBaoRequest): Promise<HeldAnswer> {
  const refused = refusal(request);
  if (refused) return refused;
  if (request.path === '/v1/sys/rotate/root' && request.method !== 'GET') {
    const { status } = await request.send('GET', '/v1/auth/token/lookup-self');
    return status === 200
      ? { status: 204, headers: {}, body: Buffer.alloc(0) }
      : jsonAnswer(403, { errors: ['permission denied'] });
  }
  const moved = replacement(request.path);
  if (moved !== undefined) {
    const who = await request.send('GET', '/v1/auth/token/lookup-self');
    if (who.status !== 200) return jsonAnswer(403, { errors: ['permission denied'] });
    return renamed(moved, await request.send(request.method, moved + search(request), request.body));
  }
  const scans = request.query.get('scan') === 'true';
  const lists = request.query.get('list') === 'true';
  if (scans) return lists ? jsonAnswer(400, { errors: ['scan and list are exclusive'] }) : scan(request);
  if (lists && request.path.includes('/detailed-metadata/')) return listDetailed(request);
  if (lists && isPaged(request)) {
    const whole = await request.send('GET', `${request.path}?list=true`);
    return renamed(request.path, page(whole, request.query));
  }
  return renamed(
    request.path,
    await request.send(request.method, request.path + search(request), request.body),
  );
}

function search({ query }: OpenBaoRequest): string {
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** What OpenBao does not offer, or not like this. */
function refusal({ method, path, body }: OpenBaoRequest): HeldAnswer | undefined {
  if (/^\/v1\/sys\/(rekey|rekey-recovery-key|generate-root)\//.test(path)) {
    return jsonAnswer(405, { errors: ['unsupported operation'] });
  }
  if (/^\/v1\/sys\/(renew|revoke|revoke-prefix|revoke-force|internal\/ui\/feature-flags)(\/|$)/.test(path)) {
    return jsonAnswer(404, { errors: [] });
  }
  const writes = method === 'PUT' || method === 'POST';
  if (writes && path.startsWith('/v1/sys/audit/')) {
    const why =
      'cannot enable audit device via API; use declarative, config-based audit device management instead';
    return jsonAnswer(400, { errors: [why] });
  }
  if (body.length > 0 && countJsonStrings(body.toString('utf8')) > MAX_JSON_STRINGS) {
    const why = 'refused JSON input due to high complexity: exceeded maximum number of strings';
    return jsonAnswer(400, { errors: [why] });
  }
  return undefined;
}

/** Vault's own path for one of OpenBao's authenticated key ceremonies. */
function replacement(path: string): string | undefined {
  const families: readonly (readonly [string, string])[] = [
    ['/v1/sys/rotate/keyring/config', '/v1/sys/rotate/config'],
    ['/v1/sys/rotate/keyring', '/v1/sys/rotate'],
    ['/v1/sys/rotate/root/', '/v1/sys/rekey/'],
    ['/v1/sys/rotate/recovery/', '/v1/sys/rekey-recovery-key/'],
    ['/v1/sys/generate-root-token/', '/v1/sys/generate-root/'],
  ];
  for (const [theirs, ours] of families) {
    if (theirs.endsWith('/') ? path.startsWith(theirs) : path === theirs)
      return ours + path.slice(theirs.length);
  }
  return undefined;
}
