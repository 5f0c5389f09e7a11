/**
 * A proxy that appends hostile texts to all names from the real server: in texts, lists and tables. Values that
 * programs evaluate (types, times, ids, addresses, numbers) stay, so that the screens show the same.
 */
import { answer, asSent, bodyOf, forward, isConnectionQuestion, listen } from './forwarding.ts';
import type { Listening, Target } from './forwarding.ts';

/** Members that programs evaluate. */
const forPrograms =
  /^(?:type|.*_type|kind|id|.*_id|ids|request_id|accessor|.*_token|token|version|.*version|wrapping.*|.*time|.*ttl|period|policy|sealed?|state|status|.*address|.*addr|protocol_version|mount_type|plugin_status|.*status|method|uuid|seal_wrap|nonce_|capabilities|keys_base64|Name|Timestamp|listing_visibility|deletion_time|token_policies_|rules|sha256?)$/;
/** Values that are not words. */
const exact = /^(?:\d{4}-\d\d-\d\dT.*|-?[\d.]+|\d+[a-z]+.*|[0-9a-f-]{32,}|true|false|https?:\/\/.*|)$/;
/** Responses that are not shown but evaluated by programs. */
const undressed = /capabilities|resultant-acl|openapi|\/sys\/health|\/data\/|\/config$|wrapping\/lookup/;

export interface DressingProxy extends Listening {
  /** Hostile texts in the responses so far. */
  readonly told: ReadonlySet<string>;
  /** Text of each place, whole, and its beginning. */
  readonly places: ReadonlyMap<string, { readonly whole: string; readonly start: string }>;
  /** From now on each place gets these texts alone. */
  readonly wear: (texts: readonly string[]) => void;
}

/** Starts one; each place of a response gets `each` of the texts, the next ones in turn, and keeps them. */
export async function startDressingProxy(
  target: Target,
  texts: readonly string[],
  each = 12,
): Promise<DressingProxy> {
  const told = new Set<string>();
  const places = new Map<string, { readonly whole: string; readonly start: string }>();
  const wornAt = new Map<string, readonly string[]>();
  let turn = 0;
  let alone: readonly string[] | undefined;
  /** Real name of each dressed name. */
  const plain = new Map<string, string>();

  function dressed(text: string, place: string): string {
    const worn = alone ?? wornAt.get(place) ?? next();
    if (alone === undefined) wornAt.set(place, worn);
    for (const one of worn) told.add(one);
    const whole = `${text} ${worn.join(' ')}`;
    if (text !== '') places.set(place, { whole, start: `${text} ${worn[0] ?? ''}` });
    return whole;
  }

  function next(): readonly string[] {
    return Array.from({ length: each }, () => texts[turn++ % texts.length] ?? '');
  }

  /** A name that is sent back in a path: no slashes except its own at the end. */
  function dressedName(name: string, place: string): string {
    const ending = name.endsWith('/') ? '/' : '';
    const long = dressed(name.slice(0, name.length - ending.length), place).replaceAll('/', '∕') + ending;
    plain.set(long, name);
    return long;
  }

  function dress(value: unknown, place: string): unknown {
    if (typeof value === 'string') return exact.test(value) ? value : dressed(value, place);
    if (Array.isArray(value))
      return value.map((item: unknown, at) =>
        /\.(?:keys|.*_policies|policies)$/.test(place) && typeof item === 'string' && !exact.test(item)
          ? dressedName(item, place + item)
          : dress(item, `${place}.${String(at)}`),
      );
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isTable = name.endsWith('/') && typeof item === 'object';
        const shown = isTable ? dressedName(name, place + name) : name;
        // A policy is program text, except its comments.
        if (name === 'policy' && typeof item === 'string') return [shown, `${item}\n# ${dressed('', place)}`];
        return [shown, forPrograms.test(name) ? item : dress(item, `${place}.${name}`)];
      }),
    );
  }

  /** Restores the names that the server knows in a path. */
  function undress(url: string): string {
    const [path = '', query] = url.split('?');
    let decoded = path.split('/').map(decodeURIComponent).join('/');
    for (const [long, name] of plain)
      decoded = decoded.replaceAll(long.replace(/\/$/, ''), name.replace(/\/$/, ''));
    return decoded.split('/').map(encodeURIComponent).join('/') + (query === undefined ? '' : `?${query}`);
  }

  const listening = await listen((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const url = undress(request.url ?? '');
      const real = await forward(target, { ...asSent(request), url, body });
      const text = real.body.toString('utf8');
      const isJson = text.startsWith('{') && !isConnectionQuestion(request) && !undressed.test(url);
      const shown = isJson ? Buffer.from(JSON.stringify(dress(JSON.parse(text), url))) : real.body;
      answer(response, { ...real, body: shown });
    })().catch(() => response.destroy());
  });
  return { ...listening, told, places, wear: (worn) => void (alone = worn) };
}
