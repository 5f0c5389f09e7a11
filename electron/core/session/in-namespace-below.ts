/**
 * A session's token in a namespace below its own, for jobs that read. It stays the same session: nothing is opened for
 * it, and its end is the session's. A namespace can be sealed or refuse the token by itself, which says nothing about
 * the connection: such an error does not become the session's trouble.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { callerIn } from '../connection/in-namespace.ts';
import { isTrouble } from '../connection/trouble.ts';
import { SessionMounts } from './mounts.ts';
import type { Session } from './session.ts';

/** The parts of a session that a walk of folders needs. */
export interface Listable {
  readonly sessionId: string;
  readonly run: <T>(work: (caller: Caller) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly view: () => Pick<SessionView, 'health'>;
  readonly mounts: Pick<SessionMounts, 'at' | 'list'>;
}

/** True for an error that can concern one namespace only. */
export function concernsNamespace(error: AppError): boolean {
  switch (error.kind) {
    case 'forbidden':
    case 'unauthenticated':
    case 'namespace-sealed':
      return true;
    case 'invalid-path':
      return error.reason === 'no-namespace';
    default:
      return false;
  }
}

/** Makes it; `namespace`: the whole path from the root. */
export function inNamespaceBelow(session: Session, namespace: string): Listable {
  const run: Listable['run'] = (work, signal) =>
    session.run(
      (caller) => work(callerIn(caller, namespace)),
      signal,
      (error) => isTrouble(error) && !concernsNamespace(error),
    );
  return {
    sessionId: session.sessionId,
    run,
    view: () => session.view(),
    mounts: new SessionMounts({ run, limitedUse: () => session.limitedUse, isRoot: () => false }),
  };
}
