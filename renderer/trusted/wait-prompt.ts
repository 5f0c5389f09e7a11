/** Waits for something outside, e.g. a browser or a phone: main closes the prompt once that is done. */
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { checkedField } from './checked-field.ts';
import { problemOf } from './problem.ts';
import { make } from './dom.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';
import { longText, mostOfLine } from './visible-text.ts';

type WaitRequest = Extract<TrustedRequest, { readonly kind: 'wait' }>;

/** Describes the awaited step; a field accepts pasted input instead. */
export function waitFor(request: WaitRequest, answer: Answer): Prompt {
  const { title, lines, code, problem } = request;
  const field = request.field === undefined ? undefined : checkedField(request.field, 'instead');
  return promptFrame({
    icon: 'clock',
    title,
    text: [
      ...problemOf(problem),
      make(
        'div',
        { class: 'awaited', role: 'status' },
        ...lines.map((text) => make('p', {}, longText(text, mostOfLine))),
        ...(code === undefined ? [] : [make('p', { class: 'code' }, code)]),
      ),
    ],
    fields: field === undefined ? [] : [field.element],
    action: field === undefined ? undefined : (request.action ?? 'Continue'),
    submit: () => {
      if (field?.tidy() === true) answer({ kind: 'submit', text: field.text() });
    },
    answer,
    ...(field === undefined ? { note: 'Closes by itself' } : { firstFocus: field.input() }),
  });
}
