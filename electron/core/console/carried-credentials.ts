/**
 * When a request of the console that carries credentials is asked about. What a person has just typed for it goes
 * unasked only into fields that are known to take a credential and give it to nobody: those of logins, look-ups and key
 * shares. Anywhere else it could be kept or answered as a value. A credential that nobody has typed (a session's own
 * token, one out of an answer) goes nowhere unasked: a broken page could fetch it from there.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { mountOf } from '../../../shared/vault/mount.ts';

/** One credential in the body. */
export interface Carried {
  /** JSON pointer of the field. */
  readonly pointer: string;
  /** Whether a person has typed it. */
  readonly typed: boolean;
}

export interface Carrying {
  readonly path: string;
  readonly carried: readonly Carried[];
  /** Undefined where they are not known. */
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

/** Why a person must agree; undefined: nobody needs to be asked. */
export function whyAskedAbout({ path, carried, mounts }: Carrying): string | undefined {
  if (carried.some(({ typed }) => !typed))
    return 'It carries a credential that was not typed for it: your own token, or one out of an answer. Whoever may read there can use it.';
  const bare = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  const isTaken = ({ pointer }: Carried): boolean =>
    takers.some((field) => field.path.test(bare) && field.pointer.test(pointer));
  if (carried.every(isTaken)) return undefined;
  return isReadable(bare, mounts)
    ? 'The credential that was typed is stored there as a value: whoever may read there can see it.'
    : 'The credential that was typed goes into a field that is not known to keep one secret: whoever may read what comes of it may see it.';
}

/** Whether what is written there is read there as it was written. */
function isReadable(path: string, mounts: readonly Mount[] | undefined): boolean {
  if (/^sys\/wrapping\/wrap$/.test(path)) return true;
  if (/^(?:sys|auth|identity)(?:\/|$)/.test(path)) return false;
  const engine = mounts === undefined ? undefined : mountOf(mounts, path)?.engine;
  return engine === 'kv1' || engine === 'kv2' || engine === 'cubbyhole';
}
