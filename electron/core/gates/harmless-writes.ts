/**
 * The writes that are sent without a question, whoever sends them. Whatever is not on this list is asked about: a write
 * that nobody has thought of must not pass for harmless. A path gets on it where nothing that is there is lost, nobody's
 * rights change, and the answer gives no more than reading with this token would: credentials in it stay with main. KV and
 * cubbyhole are not on it: what a write takes there depends on what is there.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { sliceMembers } from '../../../shared/vault/json-slices.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';

interface Harmless {
  /** Matches a path without slashes at its ends. */
  readonly path: RegExp;
  /** Members of the body, as JSON text, under which it is asked about all the same. */
  readonly unless?: (members: ReadonlyMap<string, string>) => boolean;
}

interface HarmlessBelow extends Harmless {
  /** The server's types of engine. */
  readonly types: readonly string[];
}

const atServer: readonly Harmless[] = [
  // A login answers a token, which main holds. Below a mount of several parts, “login” may be the name of a user or role.
  { path: /^auth\/[^/]+\/login(?:\/(?!config$)[^/]+)?$/ },
  // The address of a page to log in at.
  { path: /^auth\/[^/]+\/oidc\/auth_url$/ },
  // The second factor of a login that has begun.
  { path: /^sys\/mfa\/validate$/ },
  // Look-ups that take a credential or a name in their body.
  { path: /^auth\/token\/lookup(?:-self|-accessor)?(?:\/[^/]+)?$/ },
  { path: /^auth\/[^/]+\/role\/[^/]+\/secret-id(?:-accessor)?\/lookup$/ },
  { path: /^sys\/leases\/lookup$/ },
  { path: /^sys\/capabilities(?:-self|-accessor)?$/ },
  { path: /^sys\/audit-hash\/.+/ },
  { path: /^sys\/control-group\/request$/ },
  { path: /^identity\/lookup\/(?:entity|group)$/ },
  { path: /^identity\/oidc\/introspect$/ },
  // A token no stronger than the session's own, held by main; with an ID in the request, it is no secret to who wrote that.
  { path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/, unless: (members) => names(members, 'id') },
  // A longer life. By a small increment it is a shorter one.
  { path: /^auth\/token\/renew(?:-self|-accessor)?(?:\/[^/]+)?$/, unless: endsSoon },
  { path: /^sys\/(?:leases\/)?renew(?:\/.+)?$/, unless: endsSoon },
  // What is opened or wrapped is held by main until it is dismissed.
  { path: /^sys\/wrapping\/(?:wrap|lookup|unwrap|rewrap)$/ },
  // One more key share; whoever resets or migrates takes away what others have given.
  { path: /^sys\/unseal$/, unless: (members) => !members.has('key') || members.size > 1 },
  // Worked out, and kept nowhere.
  { path: /^sys\/tools\/(?:hash|random)(?:\/|$)/ },
];

const belowMounts: readonly HarmlessBelow[] = [
  // Worked out with a key that stays as it is. Signing is not among them: whoever brought the key or the text has a credential.
  {
    types: ['transit'],
    path: /^(?:encrypt|decrypt|rewrap|verify|hash|random|datakey|datakeys)(?:\/|$)/,
  },
  // One more certificate within the limits of a role, which ends by itself; its private key is made there and stays with main.
  { types: ['pki'], path: /^(?:issuer\/[^/]+\/)?issue\/[^/]+$/ },
  { types: ['ssh'], path: /^(?:issue|creds)\/[^/]+$|^(?:lookup|verify)$/ },
  // A code is made or checked.
  { types: ['totp'], path: /^code\/[^/]+$/ },
  // One more credential within the limits of a role: a lease, which ends by itself.
  { types: ['aws'], path: /^(?:creds|sts)\/[^/]+$/ },
  {
    types: ['database', 'kubernetes', 'consul', 'nomad', 'rabbitmq', 'azure', 'ldap', 'openldap'],
    path: /^creds\/[^/]+$/,
  },
];

/** A login at a mount of several parts. Without a token the server takes nothing else there. */
const anonymousLogins = /^auth\/.+\/(?:login(?:\/[^/]+)?|oidc\/(?:auth_url|callback|poll))$/;

/** Whether a write to the server itself is known to be harmless. `path`: without slashes at its ends. */
export function isHarmlessAtServer(path: string, body: string | undefined, hasToken: boolean): boolean {
  if (!hasToken && anonymousLogins.test(path)) return true;
  const rule = atServer.find((one) => one.path.test(path));
  return rule !== undefined && rule.unless?.(membersOf(body)) !== true;
}

/** Whether a write to an engine that is neither KV nor cubbyhole is known to be harmless. `below`: what follows its mount. */
export function isHarmlessBelow({ type }: Mount, below: string): boolean {
  return belowMounts.some((one) => one.types.includes(type) && one.path.test(below));
}

/** Whether a path belongs to the server itself, and not to a secrets engine. */
export function isServers(path: string): boolean {
  return /^(?:sys|auth|identity)(?:\/|$)/.test(path);
}

/** The members of a body, as JSON text. */
export function membersOf(body: string | undefined): ReadonlyMap<string, string> {
  return new Map(body === undefined ? [] : sliceMembers(body));
}

/** Whether a body has a member of this name; some servers take it in whatever case. */
function names(members: ReadonlyMap<string, string>, name: string): boolean {
  return [...members.keys()].some((key) => key.toLowerCase() === name);
}

/** Whether a renewal may end what it renews within minutes. */
export function isShortRenewal(path: string, body: string | undefined): boolean {
  return /^auth\/token\/renew/.test(path) && endsSoon(membersOf(body));
}

/** Renewals by at least this many seconds leave time to renew again. */
const SHORT_SECONDS = 300;

/** Far above, nanoseconds run over: Vault 1.21 refuses that; whether other servers take it for a tiny one is not known. */
const LONGEST_SECONDS = 1_000_000_000;

function endsSoon(members: ReadonlyMap<string, string>): boolean {
  const raw = members.get('increment');
  if (raw === undefined) return false;
  const value: unknown = JSON.parse(raw);
  // The server takes null as if the field were absent.
  if (value === null) return false;
  // The server reads other forms, too: those are asked about.
  const seconds =
    typeof value === 'string' ? parseDuration(value) : /^\d+$/.test(raw) ? Number(raw) : undefined;
  // The server takes 0 as if the field were absent.
  if (seconds === 0) return false;
  return seconds === undefined || seconds < SHORT_SECONDS || seconds > LONGEST_SECONDS;
}
