/**
 * Judges what a request destroys, regardless of its sender; no other code decides this. A DELETE always destroys
 * something, except for a version of a KV v2 entry, which can be undeleted; so does every write that is not known to
 * be harmless. If it depends on stored data (KV, cubbyhole, the TTL of a token), the server is asked; facts that it
 * does not give count as a loss.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { Method } from '../../vault/http/types.ts';
import {
  engineWrites,
  lastingDeletions,
  mintingReads,
  reasonFor,
  serverWrites,
  versionedWrites,
} from './destructive-reasons.ts';
import type { Reason } from './destructive-reasons.ts';
import {
  isHarmlessAtServer,
  isHarmlessBelow,
  isServers,
  isShortRenewal,
  membersOf,
} from './harmless-writes.ts';
import { lostBySettings } from './retention.ts';
import type { SettingsBefore } from './retention.ts';
import type { ServerFacts } from './server-facts.ts';
import { whyEndsSooner } from './shortened-tokens.ts';
import { whyAskedToSave } from './versions-lost.ts';

/** Loss that a request causes, in the words of the prompt. */
export interface Consequence {
  readonly title: string;
  /** Full sentences. */
  readonly lost: readonly string[];
  /** Label of the button. */
  readonly action: string;
  /** The user must type the path: the loss is large and permanent. */
  readonly typed: boolean;
  /** Something goes that was there: the button is red. */
  readonly destroys: boolean;
}

/** Request as it is sent. */
export interface JudgedRequest {
  readonly method: Method;
  readonly path: string;
  /** JSON text, credentials included. */
  readonly body?: string | undefined;
  readonly hasToken: boolean;
}

/** The clock, and a counter of saves for entries whose versions this token may not read. */
export interface Surroundings {
  readonly nowMs: number;
  readonly countSave: () => string | undefined;
}

/** Returns what a request destroys; undefined if nothing. Rejects with errors that concern the whole connection. */
export async function consequenceOf(
  request: JudgedRequest,
  facts: ServerFacts,
  surroundings: Surroundings,
): Promise<Consequence | undefined> {
  const { method, body, hasToken } = request;
  const path = request.path.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (method === 'GET') {
    const minted = reasonFor(mintingReads, path);
    return minted === undefined ? undefined : said(method, minted, minted.why);
  }
  if (isServers(path)) {
    if (method === 'DELETE') return said(method, reasonFor(lastingDeletions, path), goes);
    if (isShortRenewal(path, body)) return renewal(path, body, facts);
    if (isHarmlessAtServer(path, body, hasToken)) return undefined;
    return said(method, reasonFor(serverWrites, path), unknownEngine);
  }
  const mount = await facts.mountFor(path);
  if (mount === undefined) return said(method, undefined, method === 'DELETE' ? goes : unknownEngine);
  const below = `${path}/`.slice(mount.path.length).replace(/\/$/, '');
  switch (mount.engine) {
    case 'kv2':
      if (method !== 'DELETE') return versionedWrite({ ...request, mount, below }, facts, surroundings);
      // A deleted version can be undeleted until it is destroyed.
      return /^data(?:\/|$)/.test(below)
        ? undefined
        : deleteEverything('The entry is deleted with all its versions and metadata.');
    case 'kv1':
    case 'cubbyhole':
      return method === 'DELETE'
        ? deleteEverything('The entry is deleted; this engine keeps no versions.')
        : overwritten({ ...request, mount, below }, facts);
    case 'other':
      if (method === 'DELETE') return said(method, reasonFor(lastingKeys, below), goes);
      return isHarmlessBelow(mount, below)
        ? undefined
        : said(method, reasonFor(engineWrites, below), unknownEngine);
  }
}

const goes = 'What is at this path is deleted, perhaps beyond recovery.';
const unknownEngine = 'A write to an unknown engine may permanently replace what is there.';

const lastingKeys: readonly Reason[] = [
  {
    path: /^keys(?:\/|$)/,
    why: 'Data encrypted with this key becomes unreadable.',
    typed: true,
  },
  {
    path: /^(?:root|issuer|key)(?:\/|$)/,
    why: 'The authority cannot sign certificates or revocation lists with it any more.',
    typed: true,
  },
];

interface BelowMount extends JudgedRequest {
  readonly mount: Mount;
  /** Path below the mount. */
  readonly below: string;
}

function deleteEverything(why: string): Consequence {
  return {
    title: 'Delete everything?',
    lost: [`${why} This cannot be undone.`],
    action: 'Delete everything',
    typed: true,
    destroys: true,
  };
}

/** A write to KV v1 or cubbyhole replaces the whole entry. */
async function overwritten(
  { mount, below, body, method }: BelowMount,
  facts: ServerFacts,
): Promise<Consequence | undefined> {
  const before = method === 'PATCH' ? undefined : await facts.unversioned(mount, below);
  if (before === 'absent') return undefined;
  const words = { title: 'Replace this entry?', action: 'Replace it', typed: false, destroys: true };
  const lose = (what: string) => ({ ...words, lost: [`${what} are lost; this engine keeps no versions.`] });
  if (before === undefined) return lose('All values at this path');
  const after = membersOf(body);
  const lost = [...before].filter(([key, raw]) => after.get(key) !== raw).map(([key]) => key);
  return lost.length === 0 ? undefined : lose(`The old values of ${listed(lost)}`);
}

async function versionedWrite(
  request: BelowMount,
  facts: ServerFacts,
  surroundings: Surroundings,
): Promise<Consequence | undefined> {
  const { below, method, mount } = request;
  const [family = '', ...names] = below.split('/');
  const name = names.join('/');
  switch (family) {
    case 'data':
      return name === ''
        ? said(method, reasonFor(versionedWrites, below), unknownEngine)
        : save(request, name, facts, surroundings);
    case 'undelete':
    // Deleted versions can be undeleted until they are destroyed.
    case 'delete':
      return undefined;
    case 'config':
      return settings(request, () => facts.config(mount));
    case 'metadata':
      return settings(request, () => entrySettings(mount, name, facts));
    default:
      return said(method, reasonFor(versionedWrites, below), unknownEngine);
  }
}

async function save(
  { mount, method, body }: BelowMount,
  name: string,
  facts: ServerFacts,
  { nowMs, countSave }: Surroundings,
): Promise<Consequence | undefined> {
  // The server itself refuses a save with `cas` 0 if the entry exists.
  const options = membersOf(body).get('options');
  if (method !== 'PATCH' && options?.startsWith('{') === true && membersOf(options).get('cas') === '0')
    return undefined;
  const [metadata, config] = await Promise.all([facts.metadata(mount, name), facts.config(mount)]);
  if (metadata === 'absent') return undefined;
  const why = metadata === undefined ? countSave() : whyAskedToSave(metadata, config?.maxVersions, nowMs);
  return why === undefined
    ? undefined
    : { title: 'Let an older version go?', lost: [why], action: 'Save', typed: false, destroys: true };
}

async function entrySettings(
  mount: Mount,
  name: string,
  facts: ServerFacts,
): Promise<SettingsBefore | 'absent' | undefined> {
  const [metadata, config] = await Promise.all([facts.metadata(mount, name), facts.config(mount)]);
  if (metadata === undefined || metadata === 'absent') return metadata;
  return { ...metadata, history: metadata, ofMount: config?.maxVersions };
}

async function settings(
  { body, method }: BelowMount,
  look: () => Promise<SettingsBefore | 'absent' | undefined>,
): Promise<Consequence | undefined> {
  const before = await look();
  if (before === 'absent') return undefined;
  const lost = lostBySettings({ members: membersOf(body), isPatch: method === 'PATCH', before });
  if (lost === undefined) return undefined;
  const { sentences, typed } = lost;
  return { title: 'Change these settings?', lost: sentences, action: 'Change them', typed, destroys: typed };
}

async function renewal(
  path: string,
  body: string | undefined,
  facts: ServerFacts,
): Promise<Consequence | undefined> {
  const members = membersOf(body);
  const which = renewedToken(path, members);
  const why = whyEndsSooner(
    members.get('increment'),
    which === undefined ? undefined : await facts.life(which),
  );
  return why === undefined
    ? undefined
    : { title: 'Let this token end sooner?', lost: [why], action: 'Renew it', typed: false, destroys: true };
}

/** Token that a renewal is about; undefined if its body does not name one. */
function renewedToken(path: string, members: ReadonlyMap<string, string>): WhichToken | undefined {
  const text = (name: string): string | undefined => {
    const value: unknown = JSON.parse(members.get(name) ?? 'null');
    return typeof value === 'string' ? value : undefined;
  };
  switch (path) {
    case 'auth/token/renew-self':
      return { by: 'self' };
    case 'auth/token/renew': {
      const token = text('token');
      return token === undefined ? undefined : { by: 'value', token };
    }
    case 'auth/token/renew-accessor': {
      const accessor = text('accessor');
      return accessor === undefined ? undefined : { by: 'accessor', accessor };
    }
    default:
      return undefined;
  }
}

/** Requests that no table lists are asked about, too. */
function said(method: Method, reason: Reason | undefined, otherwise: string): Consequence {
  return {
    title: 'Send this request?',
    lost: [reason?.why ?? otherwise],
    action: `Send ${method}`,
    typed: reason?.typed === true,
    destroys:
      method === 'DELETE' || reason === undefined || reason.typed === true || reason.destroys === true,
  };
}

const MOST_LISTED = 5;
const LONGEST_NAME = 40;

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_LISTED)
    .map((name) => `“${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}”`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${String(more)} more` : shown.join(', ');
}
