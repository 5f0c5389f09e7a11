/**
 * Sending one request after another, outside of React: an answer that comes while another tab is in front is there when
 * one looks again.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { appErrorOf } from '../../api/client.ts';
import { sendRequest } from '../../api/console.ts';

export type Outcome =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly request: ConsoleRequest }
  | { readonly state: 'answered'; readonly answer: AnswerView }
  | { readonly state: 'failed'; readonly request: ConsoleRequest; readonly error: AppError };

/** Sends a request of a session, once, and tells `changed` how it goes. */
export async function runRequest(
  sessionId: string,
  request: ConsoleRequest,
  changed: (outcome: Outcome) => void,
): Promise<void> {
  changed({ state: 'sending', request });
  try {
    changed({ state: 'answered', answer: await sendRequest(sessionId, request) });
  } catch (caught) {
    changed({ state: 'failed', request, error: appErrorOf(caught) });
  }
}
