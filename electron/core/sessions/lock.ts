/**
 * The lock of the whole app. Locking is immediate and asks nobody: tokens, clients, reveals and the clipboard go, the
 * page is thrown away with its process. What cannot be had again stays in main, unseen: unsaved edits, the entries they
 * start from, one-shot answers, and changing calls that are under way. The first session that is unlocked unlocks the
 * app; the others stay locked, each for itself.
 */
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { Emit } from '../platform.ts';
import type { LockReason, LockState } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';

export interface LockParts {
  readonly sessions: { readonly list: () => readonly unknown[]; readonly lockAll: () => void };
  readonly drafts: { readonly places: () => readonly unknown[] };
  readonly secrets: { readonly oneTimeResults: () => number };
  /** What main searches texts for credentials with, which remembers forgotten ones for a while. */
  readonly known: Pick<KnownCredentials, 'forgetAtOnce'>;
  readonly clearClipboard: () => Promise<void>;
  /** Closes the clients of connections without a login. */
  readonly endUnauthenticated: () => void;
  readonly replacePage: () => void;
  /** The app is of use again: what came while it was locked may be told. */
  readonly lifted?: () => void;
  readonly emit: Emit;
}

export interface Lock {
  readonly state: () => LockState;
  /** Locks; where there is no session there is nothing to lock, and only the clipboard is cleared. Answers whether the app is locked now. */
  readonly now: (reason: LockReason) => Promise<boolean>;
  /** A session was unlocked, or the last one closed: the app is of use again. */
  readonly lift: () => void;
  /** Why calls are refused now; undefined where the app is open. */
  readonly refusal: () => AppError | undefined;
}

/** Makes the lock, open. */
export function createLock(parts: LockParts): Lock {
  let locked: { readonly since: string; readonly reason: LockReason } | undefined;

  function state(): LockState {
    const unsaved = { drafts: parts.drafts.places().length, oneTimeResults: parts.secrets.oneTimeResults() };
    return locked === undefined
      ? { locked: false, since: '', ...unsaved }
      : { locked: true, ...locked, ...unsaved };
  }

  return {
    state,
    now: async (reason) => {
      if (locked === undefined && parts.sessions.list().length > 0) {
        locked = { since: new Date().toISOString(), reason };
        parts.sessions.lockAll();
        parts.endUnauthenticated();
        parts.known.forgetAtOnce(true);
        parts.replacePage();
        parts.emit('lock.changed', state());
      }
      await parts.clearClipboard();
      return locked !== undefined;
    },
    lift: () => {
      if (locked === undefined) return;
      locked = undefined;
      parts.known.forgetAtOnce(false);
      parts.emit('lock.changed', state());
      parts.lifted?.();
    },
    refusal: () =>
      locked === undefined
        ? undefined
        : {
            kind: 'locked',
            message: 'Strongroom is locked: it holds no token.',
            hint: 'Unlock a session by logging in again.',
          },
  };
}
