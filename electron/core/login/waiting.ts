/** A prompt that says what is awaited, for as long as it is. */
import { promptSettled, type TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { either, givenUp } from './surroundings.ts';
import type { LoginSurroundings } from './surroundings.ts';

export interface Waiting {
  readonly prompt: TrustedRequest & { readonly kind: 'wait' };
  /** What giving up means, in a sentence. */
  readonly ifGivenUp: string;
}

/** Shows the prompt while `work` runs. A person who closes it ends the work; rejects with `cancelled` then. */
export async function whileWaiting<T>(
  { ask, signal }: Pick<LoginSurroundings, 'ask' | 'signal'>,
  { prompt, ifGivenUp }: Waiting,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [done, stop] = [new AbortController(), new AbortController()];
  const working = work(either(stop.signal, signal));
  // Told below, if it is of interest at all.
  working.catch(() => undefined);
  const shown = ask(prompt, either(done.signal, signal));
  const closed = shown.then(() => 'closed' as const);
  const ended = working.then(
    () => 'ended' as const,
    () => 'ended' as const,
  );
  try {
    if ((await Promise.race([ended, closed])) === 'closed') throw givenUp(ifGivenUp);
    return await working;
  } finally {
    done.abort(promptSettled);
    stop.abort();
    // One prompt at a time: the next is asked for when this one is gone.
    await closed;
  }
}
