/** Polling of a session or of a server without a login, while its screen is visible. */
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import { appErrorOf } from './client.ts';

/** Errors that a repeated request would not change. */
const lasting: ReadonlySet<AppErrorKind> = new Set([
  'forbidden',
  'not-offered',
  'root-namespace-only',
  'unauthenticated',
  'locked',
  // Contact with the server is unconfirmed or declined: do not ask again unprompted.
  'cancelled',
]);

/** Returns a `refetchInterval` in milliseconds that stops at a lasting error. */
export function everyUntilLasting(everyMs: number) {
  return ({ state }: { readonly state: { readonly error: Error | null } }): number | false =>
    state.error === null || !lasting.has(appErrorOf(state.error).kind) ? everyMs : false;
}
