/** Sentences for the prompt, by request path. In every table the first matching line applies. */

const passwordElsewhere =
  'The server replaces a password on another system. The old one cannot be read again.';

/** Reason for the paths that match. */
export interface Reason {
  /** Matches a path without slashes at its ends. */
  readonly path: RegExp;
  readonly why: string;
  readonly typed?: true;
  /** Something goes that was there. */
  readonly destroys?: true;
}

/** Writes to the server itself, its auth methods and identities. */
export const serverWrites: readonly Reason[] = [
  {
    path: /^sys\/seal$/,
    why: 'The node stops answering until it is unsealed with key shares. Another unsealed node can take over.',
    typed: true,
  },
  {
    path: /^sys\/step-down$/,
    why: 'The active node steps down. Requests fail until another node is active.',
  },
  {
    path: /^sys\/(?:leases\/)?revoke-(?:prefix|force)(?:\/|$)/,
    why: 'Every lease below this prefix is revoked. Their credentials stop working.',
    typed: true,
  },
  {
    path: /^sys\/(?:leases\/)?revoke(?:\/|$)/,
    why: 'The lease is revoked. Its credential stops working. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^auth\/token\/revoke-self$/,
    why: 'The token of this request is revoked, with its children and all their leases. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^auth\/token\/revoke-orphan(?:\/|$)/,
    why: 'The token and its leases are revoked. Its child tokens live on as orphans. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^auth\/token\/revoke(?:-accessor)?(?:\/|$)/,
    why: 'All leases of these tokens, such as database credentials, stop working. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^(?:auth\/token|sys\/leases)\/tidy$/,
    why: 'The server removes leftover tokens or leases. This can take a while.',
  },
  {
    path: /^auth\/token\/renew|^sys\/(?:leases\/)?renew/,
    why: 'The increment counts from now. It is very short, or the server may misread it: what is renewed can expire within minutes, with everything below it.',
    destroys: true,
  },
  {
    path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/,
    why: 'The token gets the ID in the request. Anyone who knows the ID can use the token.',
  },
  {
    path: /^auth\/token\/roles\//,
    why: 'The token role is replaced. New tokens of this role get other permissions.',
  },
  {
    path: /^auth\/.+\/(?:secret-id|secret-id-accessor|custom-secret-id)\/destroy$/,
    why: 'The secret ID is destroyed. It can no longer be used to log in.',
    destroys: true,
  },
  {
    path: /^auth\/.+\/custom-secret-id$/,
    why: 'The role gets the secret ID in the request. Anyone who knows it can log in.',
  },
  { path: /^auth\/.+\/secret-id$/, why: 'A secret ID is created. Anyone with it can log in as this role.' },
  {
    path: /^auth\/.+\/users\/[^/]+\/password$/,
    why: 'The user’s password is replaced. The old one stops working.',
  },
  {
    path: /^auth\/.+\/users\/[^/]+\/policies$/,
    why: 'The user’s policies are replaced. New logins get the new policies.',
  },
  { path: /^auth\/.+\/rotate-(?:root|role)(?:\/|$)/, why: passwordElsewhere },
  {
    path: /^auth\/.+\/config(?:\/|$)/,
    why: 'The settings of the auth method are replaced. They decide which logins the server accepts.',
  },
  {
    path: /^auth\/.+\/(?:users?|groups?|roles?|maps?|certs?|crls?)\//,
    why: 'This changes who can log in here, and their permissions.',
  },
  {
    path: /^auth\/.+\/login(?:\/|$)/,
    why: 'This may be a login or a setting of an auth method. The path does not tell which.',
  },
  {
    path: /^auth(?:\/|$)/,
    why: 'This writes to an auth method. It may change who can log in, and their permissions.',
  },
  {
    path: /^sys\/rekey(?:-recovery-key)?(?:\/|$)/,
    why: 'This is a step of replacing the server’s key shares.',
  },
  {
    path: /^sys\/rotate\/(?:root|recovery)(?:\/|$)/,
    why: 'This is a step of replacing the server’s key shares.',
  },
  { path: /^sys\/rotate(?:\/|$)/, why: 'This is a step of replacing the server’s keys.' },
  {
    path: /^sys\/generate-root(?:-token)?(?:\/|$)/,
    why: 'This is a step of creating a root token, which is unrestricted.',
  },
  { path: /^sys\/init$/, why: 'The server is initialised. It shows its key shares and root token once.' },
  {
    path: /^sys\/unseal$/,
    why: 'This enters an unseal key, or resets the keys entered so far.',
  },
  {
    path: /^sys\/(?:policy|policies\/[^/]+)\/.+/,
    why: 'Takes effect immediately. The server keeps no earlier version.',
  },
  { path: /^sys\/mounts\/.+\/tune$/, why: 'The settings of the mount change for everyone.' },
  { path: /^sys\/mounts\/.+/, why: 'A secrets engine is mounted.' },
  { path: /^sys\/auth\/.+/, why: 'An auth method is mounted, or its settings change for everyone.' },
  {
    path: /^sys\/remount$/,
    why: 'The mount moves. Its leases are revoked and its old paths stop working.',
    typed: true,
  },
  {
    path: /^sys\/audit\/.+/,
    why: 'An audit device is enabled. If it cannot write, the server refuses every request.',
  },
  { path: /^sys\/plugins\/(?:catalog|pins|reload|runtimes)(?:\/|$)/, why: 'The server’s plugins change.' },
  {
    path: /^sys\/storage\/raft\/(?:snapshot|snapshot-force|remove-peer|demote|bootstrap)(?:\/|$)/,
    why: 'This changes the storage of the cluster itself.',
    typed: true,
  },
  { path: /^sys\/raw\//, why: 'This writes directly to the storage, past every safeguard.', typed: true },
  { path: /^sys\/replication\//, why: 'This changes how clusters replicate.', typed: true },
  {
    path: /^sys\/(?:config|quotas|namespaces|activation-flags|license)(?:\/|$)/,
    why: 'The settings of the whole server change.',
  },
  { path: /^sys\/loggers(?:\/|$)/, why: 'This changes what the server writes to its log.' },
  {
    path: /^sys\/control-group\/authorize$/,
    why: 'You approve someone else’s request. They get what they asked for.',
  },
  {
    path: /^sys(?:\/|$)/,
    why: 'This acts on the server itself. Its effects are unknown.',
    destroys: true,
  },
  {
    path: /^identity\/(?:entity|group)\/(?:merge|batch-delete)$/,
    why: 'Identities are merged or deleted.',
    typed: true,
  },
  {
    path: /^identity\/(?:entity-alias|group-alias|alias|persona)(?:\/|$)/,
    why: 'This changes which login belongs to which identity. A login can gain someone else’s policies.',
  },
  {
    path: /^identity\/mfa(?:\/|$)/,
    why: 'This changes second factors. Logins may pass without one, or be locked out.',
  },
  {
    path: /^identity\/oidc(?:\/|$)/,
    why: 'This changes what the server confirms to other applications.',
  },
  {
    path: /^identity(?:\/|$)/,
    why: 'Identities and groups decide which policies a login gets. Permissions change.',
  },
];

/** Writes to a KV v2 mount, by the path below it. */
export const versionedWrites: readonly Reason[] = [
  { path: /^destroy\//, why: 'Versions are destroyed. Their values cannot be brought back.', typed: true },
  {
    path: /^/,
    why: 'This path is not a value in this engine. The effect of a write here is unknown.',
    destroys: true,
  },
];

/** Writes to an engine that is neither KV nor cubbyhole, by the path below the mount. */
export const engineWrites: readonly Reason[] = [
  {
    path: /^(?:issuer\/[^/]+\/)?sign\/[^/]+$/,
    why: 'The server signs what the request brings: a certificate for a key, or a text. Anyone with the key can use it.',
  },
  {
    path: /^(?:sign|hmac|cmac)\//,
    why: 'The server signs what the request brings, in the name of its key.',
  },
  { path: /^rotate-(?:root|role)(?:\/|$)/, why: passwordElsewhere },
  { path: /^reset(?:\/|$)/, why: 'The plugin’s connections are closed and opened again.' },
  {
    path: /^keys\/.+\/trim$/,
    why: 'Older versions of the key are permanently deleted. Data encrypted with them becomes unreadable.',
    typed: true,
  },
  {
    path: /^keys\/.+\/config$/,
    why: 'The key’s settings change. Older versions may stop decrypting. Deletion or export may become possible.',
  },
  {
    path: /^restore(?:\/|$)/,
    why: 'A key is restored from a backup. With “force” it replaces the existing key.',
    destroys: true,
  },
  {
    path: /^revoke(?:-with-key)?(?:\/|$)/,
    why: 'A certificate is revoked. This cannot be undone.',
    destroys: true,
  },
  { path: /^tidy(?:\/|$)/, why: 'The server removes old certificates and revocations from its storage.' },
  {
    path: /^root\/(?:generate|rotate|replace)(?:\/|$)/,
    why: 'The root certificate of the authority changes.',
  },
  {
    path: /^(?:issuers|keys|intermediate)\/(?:import|set-signed)(?:\/|$)/,
    why: 'The authority’s keys or certificates change.',
  },
  {
    path: /^(?:(?:root|issuer\/[^/]+)\/)?sign-(?:intermediate|self-issued|verbatim)(?:\/|$)/,
    why: 'The authority signs outside the limits of its roles. The certificate may be valid for any name, or sign others.',
  },
  { path: /^config(?:\/|$)/, why: 'The settings of the engine are replaced.' },
  {
    path: /^keys\/.+\/rotate$/,
    why: 'The key gets a new version, used from now on. Older versions are kept.',
  },
  { path: /^keys\//, why: 'A key is created, or the key of this name changes.' },
  {
    path: /^(?:roles?|static-roles?|rolesets?|static-accounts?)\//,
    why: 'The role is replaced. What it grants changes.',
  },
  {
    path: /^/,
    why: 'This writes to the engine. Existing data may be lost.',
    destroys: true,
  },
];

/** Reads that create something for another party to use. A credential that other reads create stays in main. */
export const mintingReads: readonly Reason[] = [
  {
    path: /^identity\/oidc\/provider\/[^/]+\/authorize$/,
    why: 'You log in to another application. Anyone with the code in the response logs in there as you.',
  },
  {
    path: /^identity\/oidc\/token\/[^/]+$/,
    why: 'The server signs a token that says who you are. Anyone with it can act as you.',
  },
];

/** Deletions with a permanent loss. */
export const lastingDeletions: readonly Reason[] = [
  {
    path: /^sys\/mounts\/.+/,
    why: 'All data of the engine is deleted and its leases are revoked. This cannot be undone.',
    typed: true,
  },
  {
    path: /^sys\/auth\/.+/,
    why: 'Every token of the auth method is revoked. This cannot be undone.',
    typed: true,
  },
  { path: /^sys\/namespaces\/.+/, why: 'The namespace is deleted, with everything in it.', typed: true },
  {
    path: /^sys\/audit\/.+/,
    why: 'The audit device is disabled. It no longer records requests.',
    typed: true,
  },
  {
    path: /^sys\/(?:policy|policies\/[^/]+)\/.+/,
    why: 'Its holders lose what it grants immediately. The server keeps no copy.',
    typed: true,
  },
  {
    path: /^sys\/(?:rekey|rekey-recovery-key|rotate\/(?:root|recovery)|generate-root|generate-root-token)(?:\/|$)/,
    why: 'The attempt is cancelled. The key shares entered so far must be entered again.',
  },
  { path: /^sys\/raw\//, why: 'This changes the storage directly, past every safeguard.', typed: true },
  {
    path: /^sys\/plugins\//,
    why: 'The plugin is removed. Engines and auth methods that need it stop working.',
  },
  { path: /^identity\//, why: 'The identity is deleted. Its logins lose the policies it gave them.' },
  { path: /^auth\/.+/, why: 'This deletes a login, or a rule that decides who can log in.' },
];

/** Returns the first reason that matches. */
export function reasonFor(reasons: readonly Reason[], path: string): Reason | undefined {
  return reasons.find((one) => one.path.test(path));
}
