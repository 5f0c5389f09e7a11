/** What is looked at again and again while somebody sees it, of a session or of a server without a login. */
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import type { Where } from '../../shared/vault/where.ts';
import { appErrorOf } from './client.ts';
import { sessionKey } from './session.ts';

/** Begins the key of what a domain reads there; what is read of a session is forgotten with it. */
export function whereKey(where: Where, domain: string) {
  return 'sessionId' in where
    ? [...sessionKey(where.sessionId), domain]
    : ['visit', JSON.stringify(where.target), domain];
}

/** What asking again would not change. */
const lasting: ReadonlySet<AppErrorKind> = new Set([
  'forbidden',
  'not-offered',
  'root-namespace-only',
  'unauthenticated',
  'locked',
  // Nobody has agreed to a contact: it is not asked again unasked.
  'cancelled',
]);

/** As `refetchInterval`: until it fails with what asking again would not change. Milliseconds. */
export function everyUntilLasting(everyMs: number) {
  return ({ state }: { readonly state: { readonly error: Error | null } }): number | false =>
    state.error === null || !lasting.has(appErrorOf(state.error).kind) ? everyMs : false;
}
