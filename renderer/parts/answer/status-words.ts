import type { AnswerView } from '../../../shared/vault/answer.ts';

/** What an answer that is not simply full means, in a sentence; undefined where the rest says it all. */
export function statusWords({ status, form, title }: AnswerView): string | undefined {
  if (form === 'empty')
    return status < 300
      ? 'The server did what was asked and answered nothing.'
      : `The server answered nothing but status ${String(status)}.`;
  if (status === 404)
    return `This answer is a 404 with content: nothing was at the path${title === 'Unwrapped' ? ' when it was wrapped' : ''}, or only what is below.`;
  if (status >= 400) return 'The server refused, and this is what it said.';
  if (form === 'text') return 'This answer is not JSON; it is shown as the text it is.';
  return undefined;
}
