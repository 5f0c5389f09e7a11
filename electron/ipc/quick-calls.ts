/**
 * Calls of the quick access window: a few of the main page's, through the same runner and the same gates. Nothing in
 * the list shows a value. Its gestures are its own: what is typed there pays for no call of the main page, and the
 * other way round.
 */
import type { CallName } from '../../shared/ipc/contract.ts';
import { fail } from '../../shared/ipc/result.ts';
import type { Gestures } from '../core/platform.ts';
import type { CallOrigin, CallRunner } from './run.ts';

/** Allowed calls; those that cost something or open a prompt are paid for by a gesture of this window. */
const allowed: ReadonlyMap<unknown, 'free' | 'paid'> = new Map<CallName, 'free' | 'paid'>([
  ['app.preferences', 'free'],
  ['lock.state', 'free'],
  ['session.list', 'free'],
  ['workspace.load', 'free'],
  ['path.resolve', 'free'],
  ['entry.close', 'free'],
  ['entry.open', 'paid'],
  ['entry.copy', 'paid'],
  ['session.reauthenticate', 'paid'],
]);

export interface QuickCalls extends Pick<CallRunner, 'answerPage'> {
  /** True while a paid call runs: the window must stay until it has ended. */
  readonly isBusy: () => boolean;
  readonly isPaid: (name: unknown) => boolean;
}

/** Makes the calls; `gestures` are those of this window alone. */
export function makeQuickCalls(
  runner: Pick<CallRunner, 'answerPage'>,
  gestures: Pick<Gestures, 'take'>,
  log: (line: string) => void,
): QuickCalls {
  let running = 0;
  /** True if the press that has opened an entry has not been used for a copy from it. */
  let mayCopy = false;
  const paid = (name: unknown): boolean => {
    const followed = name === 'entry.copy' && mayCopy;
    mayCopy = false;
    if (!followed && !gestures.take()) return false;
    mayCopy = name === 'entry.open';
    return true;
  };
  return {
    isBusy: () => running > 0,
    isPaid: (name) => allowed.get(name) === 'paid',
    answerPage: async (name, input, callId, askerId) => {
      const kind = allowed.get(name);
      if (kind === undefined) {
        log('call refused: not one of quick access');
        return fail({ kind: 'internal', message: 'This page may not ask Strongroom for this.' });
      }
      // A menu's call has spent its gesture; a screen's finds none.
      const origin: CallOrigin = kind === 'paid' && paid(name) ? 'menu' : 'screen';
      if (kind === 'free') return runner.answerPage(name, input, callId, askerId, origin);
      running++;
      try {
        return await runner.answerPage(name, input, callId, askerId, origin);
      } finally {
        running--;
      }
    },
  };
}
