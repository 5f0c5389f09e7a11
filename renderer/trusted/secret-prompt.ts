/** Displays a credential to the user: shown, copied by main, or printed; if it must be kept, confirmed as saved. */
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { fill, icon, make } from './dom.ts';
import { factList } from './fact-list.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';

type SecretRequest = Extract<TrustedRequest, { readonly kind: 'show-secret' }>;

export interface SecretTools {
  readonly answer: Answer;
  /** Asks main; false if it failed. */
  readonly copy: () => Promise<boolean>;
  readonly print: () => Promise<boolean>;
}

/** Builds the prompt. Without `later` its action is the only way out. */
export function showSecret(request: SecretRequest, { answer, copy, print }: SecretTools): Prompt {
  const { title, facts = [], note, action = 'Done', later, printable = false } = request;
  // Not selectable: X11 exposes a selection to every program, and the clearing does not reach it.
  const lines = request.secret.split('\n');
  const secret = make(
    'pre',
    { class: 'secret', tabindex: '0', 'aria-label': title },
    ...lines.flatMap((line, at) => (at === 0 ? [line] : [document.createTextNode('\n'), line])),
  );
  const status = make('span', { role: 'status', class: 'quiet' });
  const button = make('button', { type: 'button', class: 'secondary' }, icon('copy'), 'Copy');
  const run = (): void => {
    void copy().then((copied) => {
      if (!copied) return;
      fill(button, icon('check'), 'Copied');
      fill(status, 'The clipboard is cleared in a while.');
    });
  };
  button.addEventListener('click', run);
  document.addEventListener('copy', (event) => {
    event.preventDefault();
    run();
  });
  const printing = make('button', { type: 'button', class: 'secondary' }, 'Print…');
  printing.addEventListener('click', () => {
    void print().then((printed) => {
      fill(status, printed ? 'Handed to the printer.' : 'Nothing was printed.');
    });
  });
  return promptFrame({
    icon: 'key',
    title,
    facts: facts.length === 0 ? [] : [factList(facts)],
    fields: [
      ...(note === '' ? [] : [make('p', {}, note)]),
      secret,
      make('div', { class: 'beside' }, button, ...(printable ? [printing] : []), status),
    ],
    action,
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
    cancellable: later !== undefined,
    ...(later === undefined ? {} : { cancel: later }),
  });
}
