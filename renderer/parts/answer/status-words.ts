import type { AnswerView } from '../../../shared/vault/answer.ts';

/** Explanation of an unusual response, as a sentence; undefined if it explains itself. */
export function statusWords({ status, form, kind }: AnswerView): string | undefined {
  if (form === 'empty')
    return status < 300
      ? 'Done. The response has no body.'
      : `The response has no body, only status ${String(status)}.`;
  if (status === 404)
    return `Status 404 with content: nothing was at the path${kind === 'unwrapped' ? ' when it was wrapped' : ''}, or only what is below.`;
  if (status >= 400) return 'The server refused the request.';
  if (form === 'text') return 'The response is not JSON.';
  return undefined;
}
