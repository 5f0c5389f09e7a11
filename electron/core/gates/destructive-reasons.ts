/** Why a request is asked about, in words. In every table the first line that fits is the one that is said. */

const passwordElsewhere = 'The server changes a password elsewhere; nobody learns the old one again.';

/** What is said of the paths that match. */
export interface Reason {
  /** Matches a path without slashes at its ends. */
  readonly path: RegExp;
  readonly why: string;
  readonly typed?: true;
}

/** Of writes to the server itself, its login methods and identities. */
export const serverWrites: readonly Reason[] = [
  { path: /^sys\/seal$/, why: 'The server is sealed for everybody until key shares unseal it.', typed: true },
  {
    path: /^sys\/step-down$/,
    why: 'The active node hands over: requests fail until another one takes its place.',
  },
  {
    path: /^sys\/(?:leases\/)?revoke-(?:prefix|force)(?:\/|$)/,
    why: 'Every lease below is revoked: what uses those credentials stops working.',
    typed: true,
  },
  {
    path: /^sys\/(?:leases\/)?revoke(?:\/|$)/,
    why: 'The lease is revoked: what uses its credential stops working.',
  },
  {
    path: /^auth\/token\/revoke-self$/,
    why: 'Your own token is revoked, with everything below it; this session ends.',
  },
  {
    path: /^auth\/token\/revoke-orphan(?:\/|$)/,
    why: 'The token is revoked; its children live on as orphans.',
  },
  {
    path: /^auth\/token\/revoke(?:-accessor)?(?:\/|$)/,
    why: 'The token is revoked, with every token and lease below it.',
  },
  {
    path: /^(?:auth\/token|sys\/leases)\/tidy$/,
    why: 'Leftovers of tokens or leases are removed; this can take the server a while.',
  },
  {
    path: /^auth\/token\/renew|^sys\/(?:leases\/)?renew/,
    why: 'The server counts the increment from now on. By one this short, or one it may misread, what is renewed ends within minutes, with everything below it.',
  },
  {
    path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/,
    why: 'The token gets the ID that the request names: whoever knows that can use the token.',
  },
  {
    path: /^auth\/token\/roles\//,
    why: 'The token role is replaced: what tokens made with it may do changes.',
  },
  {
    path: /^auth\/.+\/(?:secret-id|secret-id-accessor|custom-secret-id)\/destroy$/,
    why: 'The secret ID is destroyed: nobody can log in with it any more.',
  },
  {
    path: /^auth\/.+\/custom-secret-id$/,
    why: 'The role gets the secret ID that the request names: whoever knows that can log in with it.',
  },
  { path: /^auth\/.+\/secret-id$/, why: 'A secret ID is made: whoever holds it can log in as this role.' },
  {
    path: /^auth\/.+\/users\/[^/]+\/password$/,
    why: 'The user’s password is replaced: the old one no longer works, and whoever knows the new one can log in.',
  },
  {
    path: /^auth\/.+\/users\/[^/]+\/policies$/,
    why: 'The user’s policies are replaced: later logins may do what those allow.',
  },
  { path: /^auth\/.+\/rotate-(?:root|role)(?:\/|$)/, why: passwordElsewhere },
  {
    path: /^auth\/.+\/config(?:\/|$)/,
    why: 'Settings of the login method are replaced: they decide whose logins the server believes.',
  },
  {
    path: /^auth\/.+\/(?:users?|groups?|roles?|maps?|certs?|crls?)\//,
    why: 'Who can log in here, and what those logins may do, changes.',
  },
  {
    path: /^auth\/.+\/login(?:\/|$)/,
    why: 'This may be a login, or a setting of a login method: the path alone does not tell which.',
  },
  {
    path: /^auth(?:\/|$)/,
    why: 'This writes to a login method: who can log in, and what those logins may do, may change.',
  },
  {
    path: /^sys\/rekey(?:-recovery-key)?(?:\/|$)/,
    why: 'This belongs to replacing the key shares of the server.',
  },
  {
    path: /^sys\/rotate\/(?:root|recovery)(?:\/|$)/,
    why: 'This belongs to replacing the key shares of the server.',
  },
  { path: /^sys\/rotate(?:\/|$)/, why: 'This belongs to replacing keys of the server.' },
  {
    path: /^sys\/generate-root(?:-token)?(?:\/|$)/,
    why: 'This belongs to making a root token, which may do everything.',
  },
  { path: /^sys\/init$/, why: 'The server is initialised: its key shares and root token are shown once.' },
  {
    path: /^sys\/unseal$/,
    why: 'A key share is given to the server, or the shares given so far are forgotten.',
  },
  {
    path: /^sys\/(?:policy|policies\/[^/]+)\/.+/,
    why: 'The policy is replaced: what its holders may do changes at once.',
  },
  { path: /^sys\/mounts\/.+\/tune$/, why: 'Settings of the mount change for everybody.' },
  { path: /^sys\/mounts\/.+/, why: 'A secrets engine is mounted.' },
  { path: /^sys\/auth\/.+/, why: 'A login method is mounted, or its settings change for everybody.' },
  {
    path: /^sys\/remount$/,
    why: 'A mount moves: its leases are revoked and its old paths end.',
    typed: true,
  },
  {
    path: /^sys\/audit\/.+/,
    why: 'An audit device is enabled: where it cannot write, the server answers nothing.',
  },
  { path: /^sys\/plugins\/(?:catalog|pins|reload|runtimes)(?:\/|$)/, why: 'Plugins of the server change.' },
  {
    path: /^sys\/storage\/raft\/(?:snapshot|snapshot-force|remove-peer|demote|bootstrap)(?:\/|$)/,
    why: 'This changes the storage of the cluster itself.',
    typed: true,
  },
  { path: /^sys\/raw\//, why: 'The storage is written past everything that guards it.', typed: true },
  { path: /^sys\/replication\//, why: 'This changes how clusters replicate.', typed: true },
  {
    path: /^sys\/(?:config|quotas|namespaces|activation-flags|license)(?:\/|$)/,
    why: 'Settings of the whole server change.',
  },
  { path: /^sys\/loggers(?:\/|$)/, why: 'What the server writes to its own log changes.' },
  {
    path: /^sys\/control-group\/authorize$/,
    why: 'You approve a request of somebody else: what was asked for is handed out.',
  },
  { path: /^sys(?:\/|$)/, why: 'This acts on the server itself, and it is not known to be harmless.' },
  {
    path: /^identity\/(?:entity|group)\/(?:merge|batch-delete)$/,
    why: 'Identities are merged or deleted.',
    typed: true,
  },
  {
    path: /^identity\/(?:entity-alias|group-alias|alias|persona)(?:\/|$)/,
    why: 'Which login counts as which identity changes: a login can gain the policies of somebody else.',
  },
  {
    path: /^identity\/mfa(?:\/|$)/,
    why: 'Second factors change: logins can be let in without theirs, or be shut out.',
  },
  {
    path: /^identity\/oidc(?:\/|$)/,
    why: 'What the server vouches for to other applications changes.',
  },
  {
    path: /^identity(?:\/|$)/,
    why: 'Identities and groups decide which policies logins hold: what people may do changes.',
  },
];

/** Of writes to a KV v2 mount, by what stands behind it. */
export const versionedWrites: readonly Reason[] = [
  { path: /^destroy\//, why: 'Versions are destroyed: their values are gone for good.', typed: true },
  { path: /^/, why: 'This path does not hold a value in this engine: what a write does here is not known.' },
];

/** Of writes to an engine that is neither KV nor cubbyhole, by what stands behind the mount. */
export const engineWrites: readonly Reason[] = [
  { path: /^rotate-(?:root|role)(?:\/|$)/, why: passwordElsewhere },
  { path: /^reset(?:\/|$)/, why: 'Connections of the plugin are closed and opened anew.' },
  {
    path: /^keys\/.+\/trim$/,
    why: 'Older versions of the key go for good: what they encrypted stays unreadable.',
    typed: true,
  },
  {
    path: /^keys\/.+\/config$/,
    why: 'The key’s settings change: older versions may stop decrypting, deletion or export may become possible.',
  },
  {
    path: /^restore(?:\/|$)/,
    why: 'A key is restored from a backup, over the one that is there where “force” says so.',
  },
  { path: /^revoke(?:-with-key)?(?:\/|$)/, why: 'A certificate is revoked; that cannot be taken back.' },
  { path: /^tidy(?:\/|$)/, why: 'Old certificates and revocations are removed from the storage.' },
  { path: /^root\/(?:generate|rotate|replace)(?:\/|$)/, why: 'The certificate authority’s root changes.' },
  {
    path: /^(?:issuers|keys|intermediate)\/(?:import|set-signed)(?:\/|$)/,
    why: 'Keys or certificates of the authority change.',
  },
  {
    path: /^(?:(?:root|issuer\/[^/]+)\/)?sign-(?:intermediate|self-issued|verbatim)(?:\/|$)/,
    why: 'The authority signs past the limits of its roles: the certificate may stand for anything, or sign others.',
  },
  { path: /^config(?:\/|$)/, why: 'Settings of the engine are replaced.' },
  {
    path: /^keys\/.+\/rotate$/,
    why: 'The key gets a new version, which is used from now on; older ones are kept.',
  },
  { path: /^keys\//, why: 'A key is made, or the one of this name is replaced or changed.' },
  {
    path: /^(?:roles?|static-roles?|rolesets?|static-accounts?)\//,
    why: 'The role is replaced: what it gives, and within which limits, changes.',
  },
  {
    path: /^/,
    why: 'This writes to the engine, and it is not known to be harmless: what is there may be lost.',
  },
];

/** Of deletions that take something away for good. */
export const lastingDeletions: readonly Reason[] = [
  {
    path: /^sys\/mounts\/.+/,
    why: 'The engine is disabled: everything in it is deleted and its leases are revoked.',
    typed: true,
  },
  {
    path: /^sys\/auth\/.+/,
    why: 'The login method is disabled: every token it gave is revoked.',
    typed: true,
  },
  { path: /^sys\/namespaces\/.+/, why: 'The namespace goes, with everything in it.', typed: true },
  {
    path: /^sys\/audit\/.+/,
    why: 'The audit device is disabled: requests are no longer recorded there.',
    typed: true,
  },
  {
    path: /^sys\/(?:policy|policies\/[^/]+)\/.+/,
    why: 'The policy goes: its holders lose what it grants.',
    typed: true,
  },
  {
    path: /^sys\/(?:rekey|rekey-recovery-key|rotate\/(?:root|recovery)|generate-root|generate-root-token)(?:\/|$)/,
    why: 'What is under way is cancelled: the key shares given to it so far must be given again.',
  },
  { path: /^sys\/raw\//, why: 'The storage is changed past everything that guards it.', typed: true },
  { path: /^sys\/plugins\//, why: 'The plugin goes: engines and login methods that need it stop working.' },
  { path: /^identity\//, why: 'The identity goes, with the policies that it gives to logins.' },
  { path: /^auth\/.+/, why: 'What is deleted here can log in no more, or no longer decides who can.' },
];

/** The first of the reasons that fits. */
export function reasonFor(reasons: readonly Reason[], path: string): Reason | undefined {
  return reasons.find((one) => one.path.test(path));
}
