/**
 * The lock of the whole app. Locking is immediate and without a question: tokens, clients, reveals and the clipboard
 * are cleared, and the page is discarded with its process. Irreplaceable data stays in main, unseen: unsaved edits,
 * the entries they start from, one-time results, and changing calls under way. The first unlocked session unlocks the
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
  /** Known credentials for redaction, which keep forgotten ones for a while. */
  readonly known: Pick<KnownCredentials, 'forgetAtOnce'>;
  readonly clearClipboard: () => Promise<void>;
  /** Closes the clients of connections without a login. */
  readonly endUnauthenticated: () => void;
  readonly replacePage: () => void;
  /** The app is unlocked: events from the locked time can be shown. */
  readonly lifted?: () => void;
  readonly emit: Emit;
}

export interface Lock {
  readonly state: () => LockState;
  /** Locks; without a session it only clears the clipboard. Resolves to true if the app is locked now. */
  readonly now: (reason: LockReason) => Promise<boolean>;
  /** Unlocks the app: a session was unlocked, or the last one closed. */
  readonly lift: () => void;
  /** The error for calls while locked; undefined while the app is open. */
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
            message: 'Strongroom is locked: it has no token.',
            hint: 'Unlock a session by logging in again.',
          },
  };
}
