/**
 * One-time results are discarded only by the user. A token that was just created, an unwrapped secret or a set of key
 * shares exists nowhere else: a broken page that could dismiss it could destroy it. The store refuses to drop an
 * answer that has not been copied, saved or seen unless the user has agreed (`Agreement`); this file asks. Even then
 * it can be restored for ten minutes. An answer that main has seen copied or shown needs no question; if a page
 * dismisses it without the user's click, it can be restored as long as the app runs.
 *
 * Discarded for good: answers of a session that another user unlocks (who must not see or restore them), and all of
 * them if the last session of a locked app is closed. Both are asked about if anything is at risk.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { Agreement } from '../credentials/agreement.ts';
import type { Losing } from '../credentials/answer-store.ts';
import type { Answers } from '../credentials/large-answers.ts';
import type { Ask } from '../platform.ts';
import type { GestureGate } from './gesture.ts';

const NOTHING_DISCARDED = 'Nothing was discarded.';

interface DismissParts {
  readonly answers: Answers;
  readonly ask: Ask;
  readonly gesture: Pick<GestureGate, 'asked'>;
}

/** Dismisses an answer, asking first if that would lose something. Rejects with `cancelled`. */
export async function dismissAnswer(
  { answers, ask, gesture }: DismissParts,
  answerId: string,
  signal?: AbortSignal,
): Promise<void> {
  const losing = answers.losing(answerId);
  const agreement =
    losing === undefined ? undefined : await Agreement.ask(ask, question(losing), NOTHING_DISCARDED, signal);
  answers.dismiss(answerId, agreement ?? (gesture.asked() ? 'gesture' : undefined));
}

/** Asks for consent to a permanent loss. Rejects with `cancelled`. */
export function agreeToLose(
  ask: Ask,
  words: Pick<Extract<TrustedRequest, { kind: 'confirm' }>, 'title' | 'facts' | 'body' | 'action'>,
  signal?: AbortSignal,
): Promise<Agreement> {
  return Agreement.ask(ask, { kind: 'confirm', ...words, destructive: true }, NOTHING_DISCARDED, signal);
}

function question({ title, path, credentials, untaken }: Losing) {
  return {
    kind: 'confirm',
    title: 'Discard a one-time result?',
    facts: [
      prose('Result', title),
      { name: 'Path', value: path },
      prose('Not saved', untakenInWords(credentials, untaken)),
    ],
    body: ['The server has no copy. You can restore it for ten minutes.'],
    action: 'Discard',
    destructive: true,
  } as const;
}

function untakenInWords(credentials: number, untaken: number): string {
  if (credentials === 0) return 'nothing was copied, revealed or saved';
  if (credentials === 1) return 'the credential in it';
  return untaken === credentials
    ? `all ${credentials} credentials in it`
    : `${untaken} of ${credentials} credentials in it`;
}
