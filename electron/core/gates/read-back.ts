/**
 * The objects that can be read back before a write to them is asked about, as data: which path is read, where its answer
 * holds the object, how its fields are called there. On the list stands what a GET reads and nothing else: never what a GET
 * mints, uses up or hands out (`minting.ts`). A write to what is not on it is shown with its whole body.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import type { Method } from '../../vault/http/types.ts';

/** What is asked to read an object back. */
export interface Reading {
  readonly method: Extract<Method, 'GET' | 'POST'>;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A write that is about to be asked about. */
export interface WriteToCompare {
  /** Without slashes at its ends. */
  readonly path: string;
  /** Of the body, parsed. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** One kind of object. */
export interface ReadBack {
  /** Of the write, without slashes at its ends; below its mount where `types` are named. */
  readonly path: RegExp;
  /** The server's types of engine. */
  readonly types?: readonly string[];
  /** How it is read; by its own path unless told. Undefined: this write names no object. */
  readonly reading?: (write: WriteToCompare) => Reading | undefined;
  /** The object in the answer's `data`; all of it unless told. Undefined: there is none. */
  readonly pick?: (data: Readonly<Record<string, unknown>>, write: WriteToCompare) => object | undefined;
  /** Fields that the server reads under another name than the one it takes. */
  readonly readAs?: Readonly<Record<string, string>>;
  /** Maps that a write adds to, instead of replacing them. */
  readonly merged?: readonly string[];
  /** Fields by which the server tells it apart, and what a prompt calls them. */
  readonly named?: Readonly<Record<string, string>>;
}

const nameAndId = { name: 'Name on the server', id: 'ID' } as const;
const names = { name: 'Name on the server' } as const;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const get = (path: string): Reading => ({ method: 'GET', path });

/** Without an ID the server takes the name for one: a new entity may be an old one. */
function identityByMembers({ path, members }: WriteToCompare): Reading | undefined {
  const [id, name] = [text(members['id']), text(members['name'])];
  if (id !== '') return get(`${path}/id/${id}`);
  return name === '' ? undefined : get(`${path}/name/${name}`);
}

/** An alias without an ID is told apart by its name and its auth method. */
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

/** The alias in question among those of an entity or group that was looked up. */
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
  {
    path: /^identity\/(?:entity|group)-alias$/,
    ...{ reading: aliasByMembers, pick: aliasIn, named: nameAndId },
  },
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

/** Objects of engines. */
const belowMounts: readonly ReadBack[] = [
  { types: ['transit'], path: /^keys\/[^/]+$/ },
  {
    ...{ types: ['transit'], path: /^keys\/[^/]+\/config$/ },
    reading: ({ path }) => get(path.replace(/\/config$/, '')),
  },
  { types: ['pki'], path: /^issuer\/[^/]+$/ },
  {
    types: withRoles,
    path: /^(?:roles?|static-roles?|rolesets?|static-accounts?|config)\/[^/]+$|^config$/,
  },
];

/** Settings of KV version 2. Custom metadata in a write replaces all of it. */
const versioned: readonly ReadBack[] = [{ path: /^(?:config|metadata\/.+)$/ }];

/** The kind of object that a write goes to; undefined: none that can be read back. `mount`: that it lies under, where known. */
export function readBackOf(path: string, mount: Mount | undefined): ReadBack | undefined {
  if (mount === undefined) return atServer.find((one) => one.path.test(path));
  const below = path.slice(mount.path.length);
  if (mount.engine === 'kv2') return versioned.find((one) => one.path.test(below));
  return belowMounts.find((one) => one.types?.includes(mount.type) === true && one.path.test(below));
}
