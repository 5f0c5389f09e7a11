/** Something else is awaited, e.g. a browser or a phone: main takes this away when it has come. */
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { card, type Answer, type Card } from './card.ts';
import { checkedField } from './checked-field.ts';
import { make, problemOf } from './dom.ts';

type WaitRequest = Extract<TrustedRequest, { readonly kind: 'wait' }>;

/** Says what is awaited and what to do there; a field takes what can be pasted instead. */
export function waitFor(request: WaitRequest, answer: Answer): Card {
  const { title, lines, code, problem } = request;
  const field = request.field === undefined ? undefined : checkedField(request.field, 'instead');
  return card({
    icon: 'clock',
    title,
    content: [
      make(
        'div',
        { class: 'awaited', role: 'status' },
        ...lines.map((text) => make('p', {}, text)),
        ...(code === undefined ? [] : [make('p', { class: 'code' }, code)]),
      ),
      ...problemOf(problem),
      ...(field === undefined ? [] : [field.element]),
    ],
    action: field === undefined ? undefined : (request.action ?? 'Go on'),
    submit: () => {
      if (field?.tidy() === true) answer({ kind: 'submit', text: field.text() });
    },
    answer,
    ...(field === undefined ? { promise: 'Closes by itself' } : { firstFocus: field.input() }),
  });
}
