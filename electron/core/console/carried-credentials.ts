/**
 * Decides if a console request that carries credentials needs confirmation. A credential that the user has just typed
 * for it is sent without a question only in fields that are known to take a credential and not to disclose it: those
 * of logins, look-ups and key shares. Elsewhere it could be stored or returned as a value. Any other credential (a
 * session's own token, one from a response) always needs confirmation: a broken page could read it there.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { mountOf } from '../../../shared/vault/mount.ts';

/** One credential in the body. */
export interface Carried {
  /** JSON pointer of the field. */
  readonly pointer: string;
  /** True if the user typed it. */
  readonly typed: boolean;
}

export interface Carrying {
  readonly path: string;
  readonly carried: readonly Carried[];
  /** Undefined if not known. */
  readonly mounts: readonly Mount[] | undefined;
}

interface Field {
  /** Matches a path without slashes at its ends. */
  readonly path: RegExp;
  readonly pointer: RegExp;
}

/** Fields that take a credential and do not show it again. */
const takers: readonly Field[] = [
  { path: /^auth\/token\/(?:lookup|renew|revoke|revoke-orphan)$/, pointer: /^\/token$/ },
  { path: /^sys\/wrapping\/(?:lookup|unwrap|rewrap)$/, pointer: /^\/token$/ },
  { path: /^sys\/capabilities$/, pointer: /^\/token$/ },
  {
    path: /^auth\/[^/]+\/login(?:\/(?!config$)[^/]+)?$/,
    pointer: /^\/(?:password|secret_id|jwt|token|passcode)$/,
  },
  { path: /^sys\/mfa\/validate$/, pointer: /^\/mfa_payload\/[^/]+$/ },
  { path: /^sys\/unseal$/, pointer: /^\/key$/ },
  {
    path: /^sys\/(?:rekey|rekey-recovery-key|rotate\/(?:root|recovery)|generate-root|generate-root-token)\/(?:update|verify)$/,
    pointer: /^\/key$/,
  },
  { path: /^auth\/[^/]+\/users\/[^/]+(?:\/password)?$/, pointer: /^\/password$/ },
  {
    path: /^auth\/[^/]+\/role\/[^/]+\/(?:secret-id\/(?:lookup|destroy)|custom-secret-id)$/,
    pointer: /^\/secret_id$/,
  },
];

/** Reason for a confirmation; undefined if the request needs none. */
export function whyAskedAbout({ path, carried, mounts }: Carrying): string | undefined {
  if (carried.some(({ typed }) => !typed))
    return 'It carries a credential that was not typed for it: your token, or one from a response. Anyone with read access there can use it.';
  const bare = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  const isTaken = ({ pointer }: Carried): boolean =>
    takers.some((field) => field.path.test(bare) && field.pointer.test(pointer));
  if (carried.every(isTaken)) return undefined;
  return isReadable(bare, mounts)
    ? 'The typed credential is stored there as a value. Anyone with read access there can see it.'
    : 'The typed credential goes into a field not known as secret. Anyone with read access there may see it.';
}

/** True if a value written to this path can be read back from it unchanged. */
function isReadable(path: string, mounts: readonly Mount[] | undefined): boolean {
  if (/^sys\/wrapping\/wrap$/.test(path)) return true;
  if (/^(?:sys|auth|identity)(?:\/|$)/.test(path)) return false;
  const engine = mounts === undefined ? undefined : mountOf(mounts, path)?.engine;
  return engine === 'kv1' || engine === 'kv2' || engine === 'cubbyhole';
}
