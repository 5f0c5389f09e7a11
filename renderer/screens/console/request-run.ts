/**
 * Sends one request at a time, outside React: a response that arrives while another tab is in front is there on
 * return.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { appErrorOf, vault } from '../../api/client.ts';

/** The request that a response belongs to. */
export type AskedRequest = Pick<ConsoleRequest, 'method' | 'path'>;

export type Outcome =
  | { readonly state: 'none' }
  | { readonly state: 'sending'; readonly request: AskedRequest }
  | { readonly state: 'answered'; readonly request: AskedRequest; readonly answer: AnswerView }
  /** Sent before; main no longer has its response. */
  | { readonly state: 'forgotten'; readonly request: AskedRequest; readonly status: number }
  | { readonly state: 'failed'; readonly request: AskedRequest; readonly error: AppError };

/** Sends a request of a session, once, and reports its progress to `changed`. */
export async function runRequest(
  sessionId: string,
  request: ConsoleRequest,
  changed: (outcome: Outcome) => void,
): Promise<void> {
  changed({ state: 'sending', request });
  try {
    changed({ state: 'answered', request, answer: await vault.console.send({ sessionId, request }) });
  } catch (caught) {
    changed({ state: 'failed', request, error: appErrorOf(caught) });
  }
}

/** The outcome to show below a request: its own response, or that a request is still running. */
export function outcomeBelow(outcome: Outcome, { method, path }: AskedRequest): Outcome {
  if (outcome.state === 'none' || outcome.state === 'sending') return outcome;
  const { request } = outcome;
  return request.method === method && request.path === path.trim() ? outcome : { state: 'none' };
}
