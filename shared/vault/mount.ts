/** Secrets engine mounts from `sys/internal/ui/mounts` (vault-http-facts 6.6). */

/** A mount path as the server writes it: no leading slash, one trailing slash, can contain slashes: `team/a/kv/`. */
export type MountPath = string & { readonly __brand: 'MountPath' };

/**
 * Engine kinds of the tree: `kv1` and `kv2` are read and edited, `cubbyhole` behaves as `kv1`, `other` is listed if
 * it can list and never read by selecting (a GET can mint a credential).
 */
export type EngineKind = 'kv1' | 'kv2' | 'cubbyhole' | 'other';

export interface Mount {
  readonly path: MountPath;
  /** The server's own type: `kv`, `generic`, `cubbyhole`, `pki`, … */
  readonly type: string;
  readonly engine: EngineKind;
  readonly description: string;
}

/**
 * Derives the engine kind from the server's type and options. A missing `options.version` means v1, `generic` is v1
 * (vault-http-facts 6.6).
 */
export function engineKind(type: string, options: unknown): EngineKind {
  // A namespace has its own cubbyhole type.
  if (type === 'cubbyhole' || type === 'ns_cubbyhole') return 'cubbyhole';
  if (type !== 'kv' && type !== 'generic') return 'other';
  const version =
    typeof options === 'object' && options !== null && 'version' in options ? options.version : undefined;
  return type === 'kv' && version === '2' ? 'kv2' : 'kv1';
}

/** The mount with the longest path that prefixes `path`; the first slash decides nothing: mounts contain slashes. */
export function mountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    if ((path + '/').startsWith(mount.path) && (best === undefined || mount.path.length > best.path.length))
      best = mount;
  }
  return best;
}
