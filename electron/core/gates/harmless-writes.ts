/**
 * Writes that are sent without a question, regardless of the sender. Every write that is not on this list is asked
 * about: an unforeseen one must not pass for harmless. A path is listed if the write loses nothing, changes no
 * rights, and its answer gives no more than a read with this token would: credentials in it stay in main. KV and
 * cubbyhole are not listed: the loss there depends on the stored data.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { sliceMembers } from '../../../shared/vault/json-slices.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';

interface Harmless {
  /** Matches a path without slashes at its ends. */
  readonly path: RegExp;
  /** True for body members (as JSON text) that need the question all the same. */
  readonly unless?: (members: ReadonlyMap<string, string>) => boolean;
}

interface HarmlessBelow extends Harmless {
  /** Engine types, as the server names them. */
  readonly types: readonly string[];
}

const atServer: readonly Harmless[] = [
  // Returns a token, which main holds. Below a mount of several parts, “login” can be the name of a user or role.
  { path: /^auth\/[^/]+\/login(?:\/(?!config$)[^/]+)?$/ },
  // URL of a login page.
  { path: /^auth\/[^/]+\/oidc\/auth_url$/ },
  // Second factor of a login that has begun.
  { path: /^sys\/mfa\/validate$/ },
  // Look-ups with a credential or a name in the body.
  { path: /^auth\/token\/lookup(?:-self|-accessor)?(?:\/[^/]+)?$/ },
  { path: /^auth\/[^/]+\/role\/[^/]+\/secret-id(?:-accessor)?\/lookup$/ },
  { path: /^sys\/leases\/lookup$/ },
  { path: /^sys\/capabilities(?:-self|-accessor)?$/ },
  { path: /^sys\/audit-hash\/.+/ },
  { path: /^sys\/control-group\/request$/ },
  { path: /^identity\/lookup\/(?:entity|group)$/ },
  { path: /^identity\/oidc\/introspect$/ },
  // Creates a token no stronger than the session's own, held by main; an ID in the request is known to its author.
  { path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/, unless: (members) => names(members, 'id') },
  // Extends a TTL; a small increment shortens it.
  { path: /^auth\/token\/renew(?:-self|-accessor)?(?:\/[^/]+)?$/, unless: endsSoon },
  { path: /^sys\/(?:leases\/)?renew(?:\/.+)?$/, unless: endsSoon },
  // Main holds the unwrapped or wrapped result until it is dismissed.
  { path: /^sys\/wrapping\/(?:wrap|lookup|unwrap|rewrap)$/ },
  // One more key share; a reset or a migration discards the shares that others have given.
  { path: /^sys\/unseal$/, unless: (members) => !members.has('key') || members.size > 1 },
  // Computed and not stored.
  { path: /^sys\/tools\/(?:hash|random)(?:\/|$)/ },
];

const belowMounts: readonly HarmlessBelow[] = [
  // Computed with an unchanged key. Signing is not included: it gives the author of the key or text a credential.
  {
    types: ['transit'],
    path: /^(?:encrypt|decrypt|rewrap|verify|hash|random|datakey|datakeys)(?:\/|$)/,
  },
  // One more certificate within a role's limits, which expires; its private key is made there and stays in main.
  { types: ['pki'], path: /^(?:issuer\/[^/]+\/)?issue\/[^/]+$/ },
  { types: ['ssh'], path: /^(?:issue|creds)\/[^/]+$|^(?:lookup|verify)$/ },
  // Makes or checks a code.
  { types: ['totp'], path: /^code\/[^/]+$/ },
  // One more credential within the limits of a role: a lease, which expires.
  { types: ['aws'], path: /^(?:creds|sts)\/[^/]+$/ },
  {
    types: ['database', 'kubernetes', 'consul', 'nomad', 'rabbitmq', 'azure', 'ldap', 'openldap'],
    path: /^creds\/[^/]+$/,
  },
];

/** Logins at a mount of several parts. Without a token the server accepts nothing else there. */
const anonymousLogins = /^auth\/.+\/(?:login(?:\/[^/]+)?|oidc\/(?:auth_url|callback|poll))$/;

/** True if a write to the server itself is known to be harmless. `path`: without slashes at its ends. */
export function isHarmlessAtServer(path: string, body: string | undefined, hasToken: boolean): boolean {
  if (!hasToken && anonymousLogins.test(path)) return true;
  const rule = atServer.find((one) => one.path.test(path));
  return rule !== undefined && rule.unless?.(membersOf(body)) !== true;
}

/**
 * True if a write to an engine other than KV and cubbyhole is known to be harmless. `below`: path below the mount.
 */
export function isHarmlessBelow({ type }: Mount, below: string): boolean {
  return belowMounts.some((one) => one.types.includes(type) && one.path.test(below));
}

/** True if a path belongs to the server itself, not to a secrets engine. */
export function isServers(path: string): boolean {
  return /^(?:sys|auth|identity)(?:\/|$)/.test(path);
}

/** Members of a body, as JSON text. */
export function membersOf(body: string | undefined): ReadonlyMap<string, string> {
  return new Map(body === undefined ? [] : sliceMembers(body));
}

/** True if a body has a member of this name; some servers ignore its case. */
function names(members: ReadonlyMap<string, string>, name: string): boolean {
  return [...members.keys()].some((key) => key.toLowerCase() === name);
}

/** True if a renewal can shorten the TTL to minutes. */
export function isShortRenewal(path: string, body: string | undefined): boolean {
  return /^auth\/token\/renew/.test(path) && endsSoon(membersOf(body));
}

/** Renewals by at least this many seconds leave time to renew again. */
const SHORT_SECONDS = 300;

/** Nanoseconds overflow far above it: Vault 1.21 refuses that; other servers could read it as a tiny number. */
const LONGEST_SECONDS = 1_000_000_000;

function endsSoon(members: ReadonlyMap<string, string>): boolean {
  const raw = members.get('increment');
  if (raw === undefined) return false;
  const value: unknown = JSON.parse(raw);
  // The server treats null like an absent field.
  if (value === null) return false;
  // The server also reads other forms; those are asked about.
  const seconds =
    typeof value === 'string' ? parseDuration(value) : /^\d+$/.test(raw) ? Number(raw) : undefined;
  // The server treats 0 like an absent field.
  if (seconds === 0) return false;
  return seconds === undefined || seconds < SHORT_SECONDS || seconds > LONGEST_SECONDS;
}
