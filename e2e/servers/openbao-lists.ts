/** OpenBao's lists: pages (`after`, `limit`), the recursive scan, and names with their metadata. */
import type { IncomingMessage } from 'node:http';
import { jsonAnswer } from './forwarding.ts';
import type { HeldAnswer } from './forwarding.ts';
import { jsonObject } from './openbao-answers.ts';
import { at } from './vault-api.ts';

export interface OpenBaoRequest {
  readonly method: string;
  /** Encoded, with `/v1/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Asks the real server with this request's headers. */
  readonly send: (method: string, path: string, body?: Buffer) => Promise<HeldAnswer>;
}

/** KV v1 ignores `after` and `limit`; KV v2 metadata and most of sys honour them. */
export function isPaged({ path, query }: OpenBaoRequest): boolean {
  return (
    (query.has('after') || query.has('limit')) && (path.includes('/metadata') || path.startsWith('/v1/sys/'))
  );
}

/** One page of a list: names after `after`, at most `limit`. */
export function page(held: HeldAnswer, query: URLSearchParams): HeldAnswer {
  const object = jsonObject(held);
  const keys = keysOf(object);
  if (!object || !keys) return held;
  const after = query.get('after') ?? '';
  const limit = Number(query.get('limit') ?? '-1');
  const rest = keys.filter((key) => after === '' || key > after);
  const kept = limit > 0 ? rest.slice(0, limit) : rest;
  return { ...jsonAnswer(held.status, { ...object, data: { keys: kept } }), headers: held.headers };
}

/** Every entry below a folder, as paths relative to it. */
export async function scan(request: OpenBaoRequest): Promise<HeldAnswer> {
  const base = request.path.endsWith('/') ? request.path : `${request.path}/`;
  const first = await request.send('GET', `${base}?list=true`);
  const object = jsonObject(first);
  const names = keysOf(object);
  if (!object || !names) return first;
  const leaves: string[] = [];
  const waiting = [...names];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!name.endsWith('/')) {
      leaves.push(name);
      continue;
    }
    const folder = name.split('/').map(encodeURIComponent).join('/');
    const below = keysOf(jsonObject(await request.send('GET', `${base}${folder}?list=true`))) ?? [];
    waiting.push(...below.map((each) => name + each));
  }
  const { mount_type: _, ...envelope } = object;
  return jsonAnswer(200, { ...envelope, data: { keys: leaves.sort() } });
}

/** `detailed-metadata/`: the names, and the metadata of each entry among them. */
export async function listDetailed(request: OpenBaoRequest): Promise<HeldAnswer> {
  const metadata = request.path.replace('/detailed-metadata/', '/metadata/');
  const base = metadata.endsWith('/') ? metadata : `${metadata}/`;
  const whole = await request.send('GET', `${base}?list=true`);
  const held = isPaged({ ...request, path: base }) ? page(whole, request.query) : whole;
  const object = jsonObject(held);
  const names = keysOf(object);
  if (!object || !names) return held;
  const info: Record<string, unknown> = {};
  for (const name of names) {
    if (name.endsWith('/')) continue;
    info[name] = at(jsonObject(await request.send('GET', base + encodeURIComponent(name))), 'data') ?? {};
  }
  const { mount_type: _, ...envelope } = object;
  return jsonAnswer(200, { ...envelope, data: { keys: names, key_info: info } });
}

function keysOf(object: unknown): readonly string[] | undefined {
  const keys = at(object, 'data', 'keys');
  return Array.isArray(keys) ? (keys as readonly string[]) : undefined;
}
