/** Sentences for the prompt, by request path. In every table the first matching line applies. */

const passwordElsewhere = 'The server replaces a password on another system. This cannot be undone.';

/** Reason for the paths that match: one sentence, and that it cannot be undone. */
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
  { path: /^sys\/seal$/, why: 'The node stops answering until it is unsealed with key shares.', typed: true },
  { path: /^sys\/step-down$/, why: 'Requests fail until another node is active.' },
  {
    path: /^sys\/(?:leases\/)?revoke-(?:prefix|force)(?:\/|$)/,
    why: 'Every credential leased below this prefix stops working. This cannot be undone.',
    typed: true,
  },
  {
    path: /^sys\/(?:leases\/)?revoke(?:\/|$)/,
    why: 'Its credential stops working. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^auth\/token\/revoke-self$/,
    why: 'The token that sends this ends, with its children and leases. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^auth\/token\/revoke-orphan(?:\/|$)/,
    why: 'The token and its leases end; its child tokens live on. This cannot be undone.',
    destroys: true,
  },
  {
    path: /^auth\/token\/revoke(?:-accessor)?(?:\/|$)/,
    why: 'The token and its child tokens end, with all their leases. This cannot be undone.',
    destroys: true,
  },
  { path: /^(?:auth\/token|sys\/leases)\/tidy$/, why: 'The server removes leftover tokens or leases.' },
  {
    path: /^auth\/token\/renew|^sys\/(?:leases\/)?renew/,
    why: 'With this increment it can expire within minutes, with everything below it.',
    destroys: true,
  },
  {
    path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/,
    why: 'Anyone who knows the ID in the request can use the token.',
  },
  { path: /^auth\/token\/roles\//, why: 'New tokens of this role get other permissions.' },
  {
    path: /^auth\/.+\/(?:secret-id|secret-id-accessor|custom-secret-id)\/destroy$/,
    why: 'The secret ID can no longer be used to log in.',
    destroys: true,
  },
  { path: /^auth\/.+\/custom-secret-id$/, why: 'Anyone who knows the secret ID in the request can log in.' },
  { path: /^auth\/.+\/secret-id$/, why: 'Anyone with the new secret ID can log in as this role.' },
  { path: /^auth\/.+\/users\/[^/]+\/password$/, why: 'The user’s old password stops working.' },
  { path: /^auth\/.+\/users\/[^/]+\/policies$/, why: 'New logins of this user get the new policies.' },
  { path: /^auth\/.+\/rotate-(?:root|role)(?:\/|$)/, why: passwordElsewhere },
  { path: /^auth\/.+\/config(?:\/|$)/, why: 'These settings decide which logins the server accepts.' },
  {
    path: /^auth\/.+\/(?:users?|groups?|roles?|maps?|certs?|crls?)\//,
    why: 'This changes who can log in here, and their permissions.',
  },
  { path: /^auth\/.+\/login(?:\/|$)/, why: 'The path does not tell if this is a login or a setting.' },
  { path: /^auth(?:\/|$)/, why: 'This may change who can log in, and their permissions.' },
  { path: /^sys\/rotate\/root$/, why: 'The root key is replaced; key shares stay valid.' },
  {
    path: /^sys\/rotate\/(?:keyring\/)?config$/,
    why: 'The server rotates its encryption key by these settings.',
  },
  {
    path: /^sys\/(?:rekey(?:-recovery-key)?|rotate\/(?:root|recovery))(?:\/|$)/,
    why: 'This is a step of replacing the server’s key shares.',
  },
  { path: /^sys\/rotate(?:\/|$)/, why: 'New data is encrypted with a new key; older data stays readable.' },
  {
    path: /^sys\/generate-root(?:-token)?(?:\/|$)/,
    why: 'This is a step of creating a root token, which is unrestricted.',
  },
  { path: /^sys\/init$/, why: 'The server shows its key shares and root token only once.' },
  { path: /^sys\/unseal$/, why: 'This enters an unseal key, or resets the keys entered so far.' },
  {
    path: /^sys\/(?:policy|policies\/[^/]+)\/.+/,
    why: 'Takes effect immediately. The server keeps no earlier version.',
  },
  { path: /^sys\/mounts\/.+\/tune$/, why: 'The settings of the mount change for everyone.' },
  { path: /^sys\/mounts\/.+/, why: 'Policies that already name this path grant access to it immediately.' },
  { path: /^sys\/auth\/.+/, why: 'An auth method is mounted, or its settings change for everyone.' },
  { path: /^sys\/remount$/, why: 'Its leases are revoked and its old paths stop working.', typed: true },
  { path: /^sys\/audit\/.+/, why: 'The server stops responding if no audit device is writable.' },
  {
    path: /^sys\/plugins\/catalog\/.+/,
    why: 'The server runs the plugin once mounted, with access to what it gets there.',
  },
  {
    path: /^sys\/plugins\/pins\/.+/,
    why: 'Mounts run the pinned version at their next start, whatever they name.',
  },
  {
    path: /^sys\/plugins\/reload(?:\/|$)/,
    why: 'The plugin restarts wherever it is mounted; requests under way may fail.',
  },
  { path: /^sys\/plugins\/runtimes(?:\/|$)/, why: 'The server’s plugins change.' },
  {
    path: /^sys\/storage\/raft\/autopilot\/configuration$/,
    why: 'This decides when nodes count as healthy, vote, or are removed.',
  },
  {
    path: /^sys\/storage\/raft\/remove-peer$/,
    why: 'The node can join again only once its data is deleted.',
    typed: true,
  },
  {
    path: /^sys\/storage\/raft\/(?:snapshot|snapshot-force|demote|bootstrap)(?:\/|$)/,
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
  { path: /^sys\/control-group\/authorize$/, why: 'Your approval gives someone else what they asked for.' },
  { path: /^sys(?:\/|$)/, why: 'The effects on the server are unknown.', destroys: true },
  {
    path: /^identity\/(?:entity|group)\/(?:merge|batch-delete)$/,
    why: 'The merged or deleted identities are gone. This cannot be undone.',
    typed: true,
  },
  {
    path: /^identity\/(?:entity-alias|group-alias|alias|persona)(?:\/|$)/,
    why: 'A login can gain someone else’s policies.',
  },
  { path: /^identity\/mfa(?:\/|$)/, why: 'Logins may pass without a second factor, or be locked out.' },
  { path: /^identity\/oidc(?:\/|$)/, why: 'This changes what the server confirms to other applications.' },
  { path: /^identity(?:\/|$)/, why: 'This changes which policies a login gets.' },
];

/** Writes to a KV v2 mount, by the path below it. */
export const versionedWrites: readonly Reason[] = [
  { path: /^destroy\//, why: 'The values of destroyed versions cannot be brought back.', typed: true },
  { path: /^/, why: 'The effect of a write to this path is unknown.', destroys: true },
];

/** Writes to an engine that is neither KV nor cubbyhole, by the path below the mount. */
export const engineWrites: readonly Reason[] = [
  {
    path: /^(?:issuer\/[^/]+\/)?sign\/[^/]+$/,
    why: 'The server signs the text, or certifies the key, in this request.',
  },
  { path: /^(?:sign|hmac|cmac)\//, why: 'The server signs what the request brings, in the name of its key.' },
  { path: /^rotate-(?:root|role)(?:\/|$)/, why: passwordElsewhere },
  { path: /^reset(?:\/|$)/, why: 'The plugin’s connections are closed and opened again.' },
  {
    path: /^keys\/.+\/trim$/,
    why: 'Data encrypted with older versions of the key becomes unreadable. This cannot be undone.',
    typed: true,
  },
  {
    path: /^keys\/.+\/config$/,
    why: 'Older versions may stop decrypting; deletion or export may become possible.',
  },
  {
    path: /^restore(?:\/|$)/,
    why: 'With “force”, the key of the backup replaces the existing one.',
    destroys: true,
  },
  {
    path: /^revoke(?:-with-key)?(?:\/|$)/,
    why: 'The certificate is revoked. This cannot be undone.',
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
    why: 'The certificate may be valid for any name, or sign others.',
  },
  { path: /^config(?:\/|$)/, why: 'The settings of the engine are replaced.' },
  { path: /^keys\/.+\/rotate$/, why: 'The key gets a new version, used from now on.' },
  { path: /^keys\//, why: 'A key is created, or the key of this name changes.' },
  { path: /^(?:roles?|static-roles?|rolesets?|static-accounts?)\//, why: 'What the role grants changes.' },
  { path: /^/, why: 'Existing data of the engine may be lost.', destroys: true },
];

/** Reads that create something for another party to use. A credential that other reads create stays in main. */
export const mintingReads: readonly Reason[] = [
  {
    path: /^identity\/oidc\/provider\/[^/]+\/authorize$/,
    why: 'Anyone with the code in the response logs in to another application as you.',
  },
  { path: /^identity\/oidc\/token\/[^/]+$/, why: 'Anyone with the token in the response can act as you.' },
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
  { path: /^sys\/audit\/.+/, why: 'The audit device no longer records requests.', typed: true },
  {
    path: /^sys\/(?:policy|policies\/[^/]+)\/.+/,
    why: 'Its holders lose what it grants immediately. This cannot be undone.',
    typed: true,
  },
  {
    path: /^sys\/(?:rekey|rotate)\/(?:.+\/)?(?:recovery-key-)?backup$/,
    why: 'The server keeps no other copy of the encrypted shares. This cannot be undone.',
  },
  {
    path: /^sys\/(?:rekey|rekey-recovery-key|rotate\/(?:root|recovery)|generate-root|generate-root-token)(?:\/|$)/,
    why: 'The key shares entered so far must be entered again.',
  },
  { path: /^sys\/raw\//, why: 'This changes the storage directly, past every safeguard.', typed: true },
  {
    path: /^sys\/plugins\/pins\//,
    why: 'Mounts without a pinned version run the newest one at their next start.',
  },
  { path: /^sys\/plugins\//, why: 'Engines and auth methods that run it stop working at their next start.' },
  { path: /^identity\//, why: 'Its logins lose the policies that it gave them. This cannot be undone.' },
  { path: /^auth\/.+/, why: 'This deletes a login, or a rule that decides who can log in.' },
];

/** Returns the first reason that matches. */
export function reasonFor(reasons: readonly Reason[], path: string): Reason | undefined {
  return reasons.find((one) => one.path.test(path));
}
