/** Shows a prompt while a login waits. */
import { promptSettled, type TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { either, givenUp } from './surroundings.ts';
import type { LoginSurroundings } from './surroundings.ts';

export interface Waiting {
  readonly prompt: TrustedRequest & { readonly kind: 'wait' };
  /** Result of giving up, in a sentence. */
  readonly ifGivenUp: string;
}

/** Shows the prompt while `work` runs. Closing it aborts the work and rejects with `cancelled`. */
export async function whileWaiting<T>(
  { ask, signal }: Pick<LoginSurroundings, 'ask' | 'signal'>,
  { prompt, ifGivenUp }: Waiting,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [done, stop] = [new AbortController(), new AbortController()];
  const working = work(either(stop.signal, signal));
  // Handled below, if it matters.
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
    // One prompt at a time: the next can open after this one is gone.
    await closed;
  }
}
