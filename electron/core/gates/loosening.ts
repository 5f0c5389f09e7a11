/**
 * A page may change preferences, and a broken page would begin with those that protect from it: a clipboard that is
 * never cleared, a lock that never comes. A stricter setting is applied at once; a looser one is asked about in the
 * secure prompt, all changes in one question. The platform offers the preferences through this gate only.
 */
import { counted } from '../../../shared/vault/counted.ts';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import { AppFailure, type AppError } from '../../../shared/ipc/result.ts';
import type { Ask } from '../platform.ts';

/** Preferences as stored. */
export interface StoredPreferences {
  readonly get: () => Preferences;
  /** Preferences that a change would result in. */
  readonly after: (change: Partial<Preferences>) => Preferences;
  readonly set: (change: Partial<Preferences>) => Preferences;
}

/** Preferences as calls use them. */
export interface GuardedPreferences {
  readonly get: () => Preferences;
  /** Changes them, after a question if that loosens protection. Rejects with `cancelled`. */
  readonly set: (change: Partial<Preferences>, signal?: AbortSignal) => Promise<Preferences>;
}

/** Puts the question before every loosening change. */
export function guardPreferences(
  stored: StoredPreferences,
  ask: Ask,
  isLocked: () => boolean = () => false,
): GuardedPreferences {
  return {
    get: stored.get,
    set: async (change, signal) => {
      if (isLocked() && Object.keys(change).some((name) => !harmlessWhileLocked.has(name)))
        throw new AppFailure(unlockFirst);
      const body = loosens(stored.get(), stored.after(change));
      if (body.length > 0) {
        const answer = await ask(
          {
            kind: 'confirm',
            title: 'Loosen these settings?',
            body,
            action: 'Change settings',
            destructive: false,
          },
          signal,
        );
        if (answer.kind === 'cancel')
          throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. The settings stay as they are.' });
      }
      return stored.set(change);
    },
  };
}

/** Anyone at a locked desk may change the look, but no protection. */
const harmlessWhileLocked: ReadonlySet<string> = new Set<keyof Preferences>(['theme', 'density']);

const unlockFirst: AppError = {
  kind: 'locked',
  message: 'Strongroom is locked. The settings stay as they are.',
  hint: 'Unlock it first. Theme and density can be changed now.',
};

/** Sentences on the protection that a change of preferences removes; empty if it removes none. */
export function loosens(before: Preferences, after: Preferences): readonly string[] {
  const sentences: string[] = [];
  if (lockAfter(after) > lockAfter(before))
    sentences.push(
      after.autoLockMinutes === 0
        ? 'Never locks when it is not used.'
        : `Strongroom locks after ${counted(after.autoLockMinutes, 'minute')} without use, not after ${counted(before.autoLockMinutes, 'minute')}.`,
    );
  if (before.lockWithSystem && !after.lockWithSystem)
    sentences.push('Stays unlocked when the system sleeps or locks its screen.');
  if (!before.boardOnLock && after.boardOnLock)
    sentences.push('While locked, servers are asked for their state, and the board names them.');
  if (after.clipboardSeconds > before.clipboardSeconds)
    sentences.push(
      `A copied value stays on the clipboard for ${String(after.clipboardSeconds)} seconds, not ${String(before.clipboardSeconds)}.`,
    );
  if (before.contentProtection && !after.contentProtection)
    sentences.push('Screenshots, recordings and screen sharing show what is in the window.');
  if (!before.tray && after.tray)
    sentences.push('Desktop programs can read favourites and key names, but no values.');
  if (!before.programs && after.programs)
    sentences.push('Programs of your user can ask for secrets. Each request asks you first.');
  if (!before.programsRememberProduction && after.programsRememberProduction)
    sentences.push('A yes to a program can be remembered for production, too.');
  if (!before.programsLog && after.programsLog)
    sentences.push('Programs and the references that they ask for are written to disk, without values.');
  if (!before.actWithoutInput && after.actWithoutInput)
    sentences.push('Skips the confirmation for actions without a key press or click.');
  return sentences;
}

/** Minutes until the lock; Infinity for never. */
function lockAfter({ autoLockMinutes }: Preferences): number {
  return autoLockMinutes === 0 ? Infinity : autoLockMinutes;
}
