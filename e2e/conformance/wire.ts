/**
 * Requests on the wire, one line each: `POST /v1/auth/token/renew as token 1 {"increment":null} → 200`. Credentials,
 * mounts and users are replaced by their roles, as the clients use different ones; everything else sent is shown,
 * except headers of the HTTP library (`ofTheLibrary`).
 */
import { at } from '../servers/index.ts';
import type { RecordedRequest } from '../servers/index.ts';
import { dataOf } from './families.ts';

/** Headers about transport or the sending program. All others are compared. */
const ofTheLibrary: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding'],
  ...['accept', 'accept-encoding', 'user-agent'],
]);

/** Credentials and names of one case, by role. */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Names a text by role and number: `token 1`, `token 2` …; with `alone`, by role only. */
  call(text: string, role: string, alone: 'alone' | 'numbered' = 'numbered'): void {
    if (text === '' || this.#names.has(text)) return;
    const count = (this.#counts.get(role) ?? 0) + 1;
    this.#counts.set(role, count);
    this.#names.set(text, alone === 'alone' ? role : `${role} ${String(count)}`);
  }

  /** Replaces every known name in a text by its role. */
  told(text: string): string {
    let told = text;
    // Longest first: an accessor can be part of another text, and a mount is the start of every path below it.
    for (const [name, role] of [...this.#names].sort(([a], [b]) => b.length - a.length))
      told = told.replaceAll(name, role);
    return told;
  }

  /** Records credentials and nonces in a response: later they are named after it. */
  learn({ answer }: RecordedRequest): void {
    const json = parsed(answer ?? '');
    const credentials = [
      [at(json, 'auth', 'client_token'), 'new token'],
      [at(json, 'auth', 'accessor'), 'accessor of new token'],
      [at(json, 'wrap_info', 'token'), 'new wrapping token'],
      [at(dataOf(json), 'nonce'), 'nonce'],
      [at(dataOf(json), 'verification_nonce'), 'nonce'],
    ] as const;
    const shares = at(dataOf(json), 'keys_base64');
    for (const share of Array.isArray(shares) ? shares : []) this.call(String(share), 'new share');
    for (const [text, role] of credentials) if (typeof text === 'string') this.call(text, role);
  }
}

/** One request as a line. */
export function lineOf(request: RecordedRequest, names: Names): string {
  const { method, url, body, status } = request;
  const headers = new Map(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined || ofTheLibrary.has(name) ? [] : [[name, [value].flat().join(', ')] as const],
    ),
  );
  const take = (name: string): string | undefined => {
    const value = headers.get(name);
    headers.delete(name);
    return value;
  };
  const marked = take('x-vault-request') === 'true';
  const json = parsed(body);
  const plain = body === '' || take('content-type') === 'application/json';
  const parts = [
    `${method} ${readable(url)}`,
    part('as', take('x-vault-token')),
    part('in', take('x-vault-namespace')),
    part('wrapped', take('x-vault-wrap-ttl')),
    marked ? '' : 'without X-Vault-Request',
    plain ? '' : 'as no JSON',
    ...[...headers].sort().map(([name, value]) => `${name}: ${value}`),
    body === '' ? '' : JSON.stringify(sorted(json ?? body)),
    `→ ${status === undefined ? 'no answer' : String(status)}`,
  ];
  return names.told(parts.filter((text) => text !== '').join(' '));
}

function part(word: string, value: string | undefined): string {
  return value === undefined ? '' : `${word} ${value}`;
}

/**
 * Path and query as the server interprets them. For a list it accepts Python's `True` for `true`, and adds a missing
 * slash at the end of the path (hvac drops it, the app's tree sends it).
 */
function readable(url: string): string {
  const [path = '', query = ''] = url.split('?');
  const shown = path.split('/').map(decodeURIComponent).join('/');
  if (query === '') return shown;
  return /^list=true$/i.test(query) ? `${shown.replace(/\/$/, '')}?list=true` : `${shown}?${query}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Members sorted by name: a JSON object has no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
