/**
 * Objects that can be read back before a write to them is asked about, as data: the path to read, the object's place
 * in the answer, its field names there. The list holds only objects that a plain GET reads, never a path whose GET
 * mints, uses up or hands out something (`minting.ts`). A write to any other object is shown with its whole body.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import type { Method } from '../../vault/http/types.ts';

/** Request that reads an object back. */
export interface Reading {
  readonly method: Extract<Method, 'GET' | 'POST'>;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Write that is about to be asked about. */
export interface WriteToCompare {
  /** Without slashes at its ends. */
  readonly path: string;
  /** Members of the parsed body. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Rule for one kind of object. */
export interface ReadBack {
  /** Path of the write, without slashes at its ends; for an engine, below its mount. */
  readonly path: RegExp;
  /** Engine types, as the server names them. */
  readonly types?: readonly string[];
  /** Request to read it by; defaults to its own path. Undefined if this write names no object. */
  readonly reading?: (write: WriteToCompare) => Reading | undefined;
  /** Takes the object out of the answer's `data`; defaults to all of it. Undefined if it is absent. */
  readonly pick?: (data: Readonly<Record<string, unknown>>, write: WriteToCompare) => object | undefined;
  /** Fields that the server returns under another name than it accepts. */
  readonly readAs?: Readonly<Record<string, string>>;
  /** Maps that a write adds to instead of replacing. */
  readonly merged?: readonly string[];
  /** Fields that identify it on the server, and their labels in a prompt. */
  readonly named?: Readonly<Record<string, string>>;
}

const nameAndId = { name: 'Name on the server', id: 'ID' } as const;
const names = { name: 'Name on the server' } as const;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const get = (path: string): Reading => ({ method: 'GET', path });

/** The server, without an ID, goes by the name: a write that seems to create an entity can change an existing one. */
function identityByMembers({ path, members }: WriteToCompare): Reading | undefined {
  const [id, name] = [text(members['id']), text(members['name'])];
  if (id !== '') return get(`${path}/id/${id}`);
  return name === '' ? undefined : get(`${path}/name/${name}`);
}

/** An alias without an ID is identified by its name and its auth method. */
function aliasByMembers({ path, members }: WriteToCompare): Reading | undefined {
  const id = text(members['id']);
  if (id !== '') return get(`${path}/id/${id}`);
  const kind = path.endsWith('group-alias') ? 'group' : 'entity';
  const by = { alias_name: text(members['name']), alias_mount_accessor: text(members['mount_accessor']) };
  return { method: 'POST', path: `identity/lookup/${kind}`, body: JSON.stringify(by) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Finds the alias of the write among those of the entity or group. */
function aliasIn(data: Readonly<Record<string, unknown>>, { members }: WriteToCompare): object | undefined {
  if (!('aliases' in data) && !('alias' in data)) return data;
  const list: readonly unknown[] = Array.isArray(data['aliases']) ? data['aliases'] : [data['alias']];
  return list
    .filter(isObject)
    .find(
      (alias) => alias['name'] === members['name'] && alias['mount_accessor'] === members['mount_accessor'],
    );
}

/** Objects of the server itself, its auth methods and identities. */
const atServer: readonly ReadBack[] = [
  { path: /^identity\/(?:entity|group)\/(?:id|name)\/[^/]+$/, named: nameAndId },
  { path: /^identity\/(?:entity|group)-alias\/id\/[^/]+$/, named: nameAndId },
  { path: /^identity\/(?:entity|group)$/, reading: identityByMembers, named: nameAndId },
  { path: /^identity\/(?:entity|group)-alias$/, reading: aliasByMembers, pick: aliasIn, named: nameAndId },
  { path: /^identity\/oidc\/(?:config|(?:key|role|scope|client|assignment|provider)\/[^/]+)$/ },
  { path: /^identity\/mfa\/(?:method\/[^/]+\/[^/]+|login-enforcement\/[^/]+)$/, named: names },
  { path: /^sys\/policies\/(?:acl|rgp|egp|password)\/[^/]+$/ },
  { path: /^sys\/policy\/[^/]+$/, readAs: { policy: 'rules' } },
  { path: /^sys\/quotas\/(?:config|[^/]+\/.+)$/ },
  { path: /^sys\/(?:mounts|auth)\/.+\/tune$/, merged: ['options', 'user_lockout_config'] },
  { path: /^sys\/config\/(?:cors|group-policy-application|ui\/headers\/[^/]+)$/ },
  { path: /^sys\/rotate\/(?:keyring\/)?config$/ },
  { path: /^sys\/storage\/raft\/autopilot\/configuration$/ },
  { path: /^sys\/plugins\/pins\/[^/]+\/[^/]+$/ },
  {
    path: /^sys\/plugins\/catalog\/[^/]+\/[^/]+$/,
    reading: ({ path, members }) => {
      const version = text(members['version']);
      return { ...get(path), ...(version === '' ? {} : { query: { version } }) };
    },
  },
  { path: /^sys\/namespaces\/.+$/ },
  { path: /^auth\/token\/roles\/[^/]+$/ },
  {
    path: /^auth\/.+\/users\/[^/]+\/policies$/,
    reading: ({ path }) => get(path.replace(/\/policies$/, '')),
  },
  {
    path: /^auth\/.+\/(?:config|(?:roles?|users?|groups?|certs?|map\/[^/]+|config)\/[^/]+)$/,
  },
];

const withRoles = [
  ...['aws', 'azure', 'consul', 'database', 'gcp', 'kubernetes', 'ldap', 'nomad', 'openldap', 'pki'],
  ...['rabbitmq', 'ssh', 'terraform', 'ad', 'alicloud', 'mongodbatlas'],
];

/** Objects of secrets engines. */
const belowMounts: readonly ReadBack[] = [
  { types: ['transit'], path: /^keys\/[^/]+$/ },
  {
    types: ['transit'],
    path: /^keys\/[^/]+\/config$/,
    reading: ({ path }) => get(path.replace(/\/config$/, '')),
  },
  { types: ['pki'], path: /^issuer\/[^/]+$/ },
  {
    types: withRoles,
    path: /^(?:roles?|static-roles?|rolesets?|static-accounts?|config)\/[^/]+$|^config$/,
  },
];

/** Settings of KV version 2. Custom metadata in a write replaces the whole map. */
const versioned: readonly ReadBack[] = [{ path: /^(?:config|metadata\/.+)$/ }];

/**
 * Returns the rule for the object of a write; undefined if it cannot be read back. `mount`: of the path, if known.
 */
export function readBackOf(path: string, mount: Mount | undefined): ReadBack | undefined {
  if (mount === undefined) return atServer.find((one) => one.path.test(path));
  const below = path.slice(mount.path.length);
  if (mount.engine === 'kv2') return versioned.find((one) => one.path.test(below));
  return belowMounts.find((one) => one.types?.includes(mount.type) === true && one.path.test(below));
}
