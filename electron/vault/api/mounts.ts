/**
 * Mounts (Vault's API documentation: `/sys/mounts`, `/sys/auth`, `/sys/remount`). Secrets engines and auth methods
 * are two lists of the same form.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import type {
  MountKind,
  MountRow,
  MountTuning,
  MoveState,
  NewMount,
} from '../../../shared/vault/mount-table.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, listing, readObject, reading, writing } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';
import { asNumber, asObject, asText, asTexts, dataOf } from './fields.ts';
import { isEmptyList } from './lists.ts';

/** API path that administers mounts of a kind. */
export function mountsPath(kind: MountKind): string {
  return kind === 'auth' ? 'sys/auth' : 'sys/mounts';
}

/** All mounts of a kind (`GET sys/mounts`). Rejects with `forbidden` if the token may not list them. */
export async function readMounts(caller: Caller, kind: MountKind): Promise<readonly MountRow[]> {
  const answer = await ask(caller, reading(mountsPath(kind)));
  const body = asObject(answer.json());
  return rowsOf(asObject(body['data'] ?? body));
}

/**
 * Mounts below which the token has any right (`GET sys/internal/ui/mounts`). It fills in the system's TTLs, where
 * `sys/mounts` leaves them out: those of the cubbyhole, which has none of its own, are taken for the system's.
 */
export async function visibleMounts(caller: Caller, kind: MountKind): Promise<readonly MountRow[]> {
  const answer = await ask(caller, { method: 'GET', path: 'sys/internal/ui/mounts', safe: true });
  const data = dataOf(answer);
  const system = rowsOf(asObject(data['secret'])).find(({ type }) => type === 'cubbyhole')?.tuning;
  return rowsOf(asObject(data[kind])).map((row) => ({
    ...row,
    tuning: {
      ...row.tuning,
      defaultTtl: row.tuning.defaultTtl === system?.defaultTtl ? '' : row.tuning.defaultTtl,
      maxTtl: row.tuning.maxTtl === system?.maxTtl ? '' : row.tuning.maxTtl,
    },
  }));
}

/** Types that can be mounted (`GET sys/plugins/catalog`). */
export async function mountableTypes(caller: Caller, kind: MountKind): Promise<readonly string[]> {
  const answer = await ask(caller, { method: 'GET', path: 'sys/plugins/catalog', safe: true });
  const data = dataOf(answer);
  const names = asTexts(data[kind]);
  const databases = kind === 'secret' && asTexts(data['database']).length > 0 ? ['database'] : [];
  return [...new Set([...names, ...databases])].sort();
}

/**
 * Mounts an engine or method (`POST sys/mounts/:path`). Rejects with `invalid-input` for a path that ends with `tune`: there the
 * server changes the settings of the mount before it, an upgrade of KV among them, and mounts nothing.
 */
export async function enableMount(caller: Caller, kind: MountKind, mount: NewMount): Promise<VaultAnswer> {
  if (/(?:^|\/)tune$/.test(bare(mount.path)))
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'path',
      message: 'No path ends with “tune”: the server keeps the settings of a mount there. Nothing was sent.',
    });
  const { type, tuning, kvVersion, local, sealWrap } = mount;
  const { description, ...settings } = tuningBody(tuning);
  // Fields left out keep the system's value.
  const config = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
  return ask(
    caller,
    writing(`${mountsPath(kind)}/${bare(mount.path)}`, {
      type,
      description: description ?? '',
      local,
      seal_wrap: sealWrap,
      config,
      ...(kvVersion === '' ? {} : { options: { version: kvVersion } }),
    }),
  );
}

/** Changes settings of a mount (`POST sys/mounts/:path/tune`); `changes` are fields of that request. */
export function tuneMount(
  caller: Caller,
  kind: MountKind,
  path: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<VaultAnswer> {
  return ask(caller, writing(`${mountsPath(kind)}/${bare(path)}/tune`, changes));
}

/** Moves a mount (`POST sys/remount`); both are API paths. Resolves to the id of the move, which goes on. */
export async function moveMount(caller: Caller, from: string, to: string): Promise<string> {
  const answer = await ask(caller, writing('sys/remount', { from: bare(from), to: bare(to) }));
  const id = asText(dataOf(answer)['migration_id']);
  if (id !== '') return id;
  throw new AppFailure({
    kind: 'bad-answer',
    message: 'The server accepted the move but returned no ID for it.',
    hint: 'Refresh the list to see where the mount is.',
  });
}

/** Progress of a move (`GET sys/remount/status/:id`). */
export async function moveState(caller: Caller, migrationId: string): Promise<MoveState> {
  const info = asObject((await readObject(caller, `sys/remount/status/${migrationId}`))['migration_info']);
  const status = asText(info['status']);
  return status === 'success' || status === 'failure' ? status : 'in-progress';
}

/** Disables a mount and deletes its data (`DELETE sys/mounts/:path`). */
export function disableMount(caller: Caller, kind: MountKind, path: string): Promise<VaultAnswer> {
  return ask(caller, deleting(`${mountsPath(kind)}/${bare(path)}`));
}

/** Fields of a tuning as the server takes them; an empty duration is the system's own. */
export function tuningBody(tuning: Partial<MountTuning>): Readonly<Record<string, unknown>> {
  const { description, defaultTtl, maxTtl, listed, tokenType } = tuning;
  const { auditRequestKeys, auditResponseKeys, requestHeaders, responseHeaders } = tuning;
  const given = {
    description,
    default_lease_ttl: defaultTtl === '' ? 'system' : defaultTtl,
    max_lease_ttl: maxTtl === '' ? 'system' : maxTtl,
    listing_visibility: listed === undefined ? undefined : listed ? 'unauth' : 'hidden',
    token_type: tokenType === '' ? undefined : tokenType,
    audit_non_hmac_request_keys: auditRequestKeys,
    audit_non_hmac_response_keys: auditResponseKeys,
    passthrough_request_headers: requestHeaders,
    allowed_response_headers: responseHeaders,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Names in a list; empty for an empty list. */
export async function listedKeys(
  caller: Caller,
  path: string,
): Promise<{ readonly keys: readonly string[]; readonly info: Readonly<Record<string, unknown>> }> {
  try {
    const answer = await ask(caller, { ...listing(path), large: true });
    const data = dataOf(answer);
    return { keys: asTexts(data['keys']), info: asObject(data['key_info']) };
  } catch (failure) {
    if (failure instanceof AppFailure && isEmptyList(failure)) return { keys: [], info: {} };
    throw failure;
  }
}

/** A POST with a JSON body. */
export function posted(path: string, body: object): CallerRequest {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

const builtIn = new Set(['system', 'identity', 'cubbyhole', 'token', 'agent_registry']);

function rowsOf(mounts: Readonly<Record<string, unknown>>): readonly MountRow[] {
  return Object.entries(mounts)
    .map(([path, facts]) => rowOf(path, asObject(facts)))
    .filter(({ type }) => type !== '')
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function rowOf(path: string, facts: Readonly<Record<string, unknown>>): MountRow {
  const config = asObject(facts['config']);
  const type = asText(facts['type']);
  const version = asText(asObject(facts['options'])['version']);
  return {
    path: path.endsWith('/') ? path : `${path}/`,
    type,
    accessor: asText(facts['accessor']),
    uuid: asText(facts['uuid']),
    kvVersion: type !== 'kv' && type !== 'generic' ? '' : version === '2' ? '2' : '1',
    pluginVersion: asText(facts['running_plugin_version']) || asText(facts['plugin_version']),
    deprecation: asText(facts['deprecation_status']),
    local: facts['local'] === true,
    sealWrap: facts['seal_wrap'] === true,
    builtIn: builtIn.has(type) || type.startsWith('ns_'),
    tuning: {
      description: asText(facts['description']),
      defaultTtl: ttl(config['default_lease_ttl']),
      maxTtl: ttl(config['max_lease_ttl']),
      listed: config['listing_visibility'] === 'unauth',
      tokenType: asText(config['token_type']),
      auditRequestKeys: asTexts(config['audit_non_hmac_request_keys']),
      auditResponseKeys: asTexts(config['audit_non_hmac_response_keys']),
      requestHeaders: asTexts(config['passthrough_request_headers']),
      responseHeaders: asTexts(config['allowed_response_headers']),
    },
  };
}

function ttl(value: unknown): string {
  const seconds = asNumber(value);
  return seconds === 0 ? '' : formatDuration(seconds);
}

function bare(path: string): string {
  return path.replace(/^\/+|(?<!\/)\/+$/g, '');
}
