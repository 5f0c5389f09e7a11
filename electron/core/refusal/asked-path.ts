/**
 * Maps a refused request to the terms of policies. Users see a KV v2 entry at `secret/x`; requests and policies say
 * `secret/data/x` or `secret/metadata/x`, and that difference is the most frequent reason of a refusal.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { capabilityAsked } from '../../../shared/vault/refusal.ts';

export interface AskedPath {
  readonly apiPath: string;
  readonly needed: string;
  /** A write without a known capability: `create` is enough if nothing exists there yet. */
  readonly eitherWrite: boolean;
  /** KV v2: as users see it, e.g. `secret/payments/db`. */
  readonly browsePath?: string;
  /**
   * The API path if the mount is KV v2 and has one segment: from a token without any right below a mount, the server
   * hides its type.
   */
  readonly ifKv2?: string;
  /** KV v2: the same name at the other of `data/` and `metadata/`. */
  readonly siblingPath?: string;
}

/** API families of a KV v2 mount. */
const families = /^(data|metadata|delete|undelete|destroy|subkeys|detailed-metadata)(?:\/|$)/;

/** The API path and capability of a user's question or an error. */
export function askedPath(
  asked: {
    readonly path: string;
    readonly method?: string | undefined;
    readonly capability?: string | undefined;
  },
  mount: Mount | undefined,
): AskedPath {
  const path = asked.path.trim().replace(/^\/+/, '').replace(/^v1\//, '');
  const method = asked.method?.toUpperCase();
  const told = asked.capability?.trim().toLowerCase();
  const needed = told !== undefined && told !== '' ? told : capabilityAsked(method, path);
  const eitherWrite = (told === undefined || told === '') && (method === 'POST' || method === 'PUT');
  const slashed = (text: string): string => (needed === 'list' && !text.endsWith('/') ? `${text}/` : text);
  if (mount === undefined && method === undefined && mayBeKv2(path)) {
    const [first = '', ...rest] = path.split('/');
    const ifKv2 = slashed(`${first}/${needed === 'list' ? 'metadata' : 'data'}/${rest.join('/')}`);
    return { apiPath: slashed(path), needed, eitherWrite, ifKv2 };
  }
  if (mount?.engine !== 'kv2') return { apiPath: slashed(path), needed, eitherWrite };

  const below = path.slice(mount.path.length);
  const family = families.exec(below)?.[1];
  const isApi = family !== undefined || below === 'config';
  const name = family === undefined ? below : below.slice(family.length + 1);
  const apiPath = isApi ? path : `${mount.path}${needed === 'list' ? 'metadata' : 'data'}/${below}`;
  if (below === 'config') return { apiPath, needed, eitherWrite };
  const other = apiPath.slice(mount.path.length).startsWith('metadata') ? 'data' : 'metadata';
  return {
    apiPath: slashed(apiPath),
    needed,
    eitherWrite,
    browsePath: slashed(mount.path + name),
    siblingPath: slashed(`${mount.path}${other}/${name}`),
  };
}

function mayBeKv2(path: string): boolean {
  const slash = path.indexOf('/');
  if (slash === -1 || /^(?:sys|auth|identity|cubbyhole)\//.test(path)) return false;
  return !families.test(path.slice(slash + 1));
}
