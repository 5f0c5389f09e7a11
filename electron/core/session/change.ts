/** Changes of a server that the gate asks about in the secure prompt, with words of their own. */
import type { Caller } from '../../vault/api/caller.ts';
import type { Question, VaultAnswer } from '../../vault/http/types.ts';
import type { Cancellable, Session } from './session.ts';

/** The server's remarks on a change. */
export type Changed = Pick<VaultAnswer, 'warnings'>;

/** Makes a use-case of the words of its question and its request. */
export function change<I>(
  question: Question | ((input: I) => Question),
  request: (caller: Caller, input: I) => Promise<VaultAnswer>,
): (session: Session, input: I, context: Cancellable) => Promise<Changed> {
  return (session, input, { signal }) => {
    const words = typeof question === 'function' ? question(input) : question;
    return changed(session, words, (caller) => request(caller, input), signal);
  };
}

/** Sends a change whose question has these words; returns the server's warnings. */
export async function changed(
  session: Session,
  question: Question,
  request: (caller: Caller) => Promise<VaultAnswer>,
  signal: AbortSignal | undefined,
): Promise<Changed> {
  const { warnings } = await session.run((caller) => request({ ...caller, consent: { question } }), signal);
  return { warnings };
}
