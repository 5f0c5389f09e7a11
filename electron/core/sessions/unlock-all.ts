/** Unlocks every locked session: by the keychain together, then the others one after another. */
import type { UnlockedAll } from '../../../shared/ipc/contract/session.ts';
import { asAppError } from '../connection/trouble.ts';
import { shareAgreement } from '../gates/keychain.ts';
import type { AgreeToKeychain } from '../gates/keychain.ts';
import { createOneAtATime } from '../gates/one-at-a-time.ts';
import type { OneAtATime } from '../gates/one-at-a-time.ts';
import type { Way } from '../login/session-login.ts';
import type { Ask } from '../platform.ts';
import type { Opened } from './sessions-parts.ts';

/** Sessions, and functions of the open ones. */
export interface UnlockAllParts {
  readonly ask: Ask;
  readonly locked: readonly Opened[];
  /** True if the token of a session is in the keychain. */
  readonly inKeychain: (opened: Opened) => boolean;
  /** The way a session was opened. */
  readonly wayOf: (opened: Opened) => Way;
  /** `inTurn`: for questions before the login, such as a key's passphrase. */
  readonly unlock: (opened: Opened, way: Way, inTurn: OneAtATime) => Promise<void>;
}

/** Unlocks all; a prompt that the user closes stops it. */
export async function unlockEach(
  { ask, locked, inKeychain, wayOf, unlock }: UnlockAllParts,
  signal?: AbortSignal,
): Promise<UnlockedAll> {
  const failures: UnlockedAll['failures'][number][] = [];
  const inTurn = createOneAtATime();
  /** False once the user has closed a prompt. */
  const goesOn = async (opened: Opened, way: Way): Promise<boolean> => {
    try {
      await unlock(opened, way, inTurn);
    } catch (failure) {
      const error = asAppError(failure);
      if (error.kind === 'cancelled') return false;
      failures.push({ sessionId: opened.place.sessionId, error });
    }
    return true;
  };
  const byKeychain = locked.filter(inKeychain);
  const shared = shareAgreement(ask, byKeychain.length, inTurn, signal);
  const together = await Promise.all(
    byKeychain.map(async (opened) => {
      const state = { asked: false };
      const agree: AgreeToKeychain = (...question) => {
        state.asked = true;
        return shared.agree(...question);
      };
      const goes = await goesOn(opened, { how: 'keychain', agree });
      if (!state.asked) shared.leave();
      return goes;
    }),
  );
  const others = locked.filter((opened) => !byKeychain.includes(opened));
  const queue = together.includes(false) ? [] : others;
  for (const opened of queue) if (!(await goesOn(opened, wayOf(opened)))) return { stopped: true, failures };
  return { stopped: together.includes(false), failures };
}
