/** One card a kind of request: what is asked, the facts to decide by, and the buttons. */
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { destinationFacts } from './destination.ts';
import { icon, make, type IconName } from './dom.ts';
import { secretField } from './secret-field.ts';
import { cleanToken } from './token-text.ts';

export interface Card {
  readonly element: HTMLElement;
  readonly firstFocus: HTMLElement;
}

type Answer = (answer: TrustedAnswer) => void;
type Of<K extends TrustedRequest['kind']> = Extract<TrustedRequest, { readonly kind: K }>;

/** Builds the card of a request; `answer` takes its one answer, `copy` asks main to copy what is shown. */
export function cardOf(request: TrustedRequest, answer: Answer, copy: () => Promise<void>): Card {
  switch (request.kind) {
    case 'enter-token':
      return enterToken(request, answer);
    case 'confirm-token':
      return confirmToken(request, answer);
    case 'confirm':
      return confirm(request, answer);
    case 'enter-passphrase':
      return enterPassphrase(request, answer);
    case 'show-secret':
      return showSecret(request, answer, copy);
  }
}

function enterToken(request: Of<'enter-token'>, answer: Answer): Card {
  const field = secretField('Token', 'hvs.…', request.problem);
  const tidy = (): boolean => {
    const { token, trimmed, problem } = cleanToken(field.input.value);
    if (trimmed && token !== '') {
      field.input.value = token;
      field.say('Spaces or line breaks around the token were left out.');
    }
    if (problem !== undefined) field.complain(problem);
    return problem === undefined;
  };
  field.input.addEventListener('paste', (event) => {
    // A password field drops line breaks without a word; here they are taken off in the open.
    event.preventDefault();
    const { input } = field;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    input.setRangeText(
      cleanToken(pasted).token,
      input.selectionStart ?? 0,
      input.selectionEnd ?? input.value.length,
      'end',
    );
    field.say(
      pasted === cleanToken(pasted).token ? '' : 'Spaces or line breaks around the token were left out.',
    );
    const { problem } = cleanToken(input.value);
    if (problem !== undefined && input.value !== '') field.complain(problem);
  });
  return card({
    icon: 'key',
    title: `Log in to ${request.destination.name}`,
    content: [destinationFacts(request.destination), field.element],
    action: 'Log in',
    submit: () => {
      if (tidy()) answer({ kind: 'submit', text: field.input.value });
    },
    answer,
    firstFocus: field.input,
  });
}

function confirmToken(request: Of<'confirm-token'>, answer: Answer): Card {
  return card({
    icon: 'key',
    title: `Log in to ${request.destination.name}`,
    content: [
      make('p', {}, 'The token from ', make('code', {}, request.tokenFrom), ' will be sent to:'),
      destinationFacts(request.destination),
      ...problemOf(request.problem),
    ],
    action: 'Send this token',
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
  });
}

function confirm(request: Of<'confirm'>, answer: Answer): Card {
  const paragraphs = request.body.map((text) => make('p', {}, text));
  const look = {
    icon: request.destructive ? 'warning' : 'question',
    destructive: request.destructive,
    promise: 'Asked by Strongroom’s core',
  } as const;
  const { typedName } = request;
  if (typedName === undefined) {
    return card({
      ...look,
      title: request.title,
      content: paragraphs,
      action: request.action,
      submit: () => answer({ kind: 'submit', text: '' }),
      answer,
    });
  }
  const input = make('input', {
    id: 'typed',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    class: 'mono',
  });
  const label = make('label', { for: 'typed' }, 'Type ', make('code', {}, typedName), ' to confirm');
  const built = card({
    ...look,
    title: request.title,
    content: [...paragraphs, make('div', { class: 'field' }, label, input)],
    action: request.action,
    submit: () => {
      if (input.value === typedName) answer({ kind: 'submit', text: input.value });
    },
    answer,
    firstFocus: input,
  });
  const compare = (): void => void (built.action.disabled = input.value !== typedName);
  input.addEventListener('input', compare);
  compare();
  return built;
}

function enterPassphrase(request: Of<'enter-passphrase'>, answer: Answer): Card {
  const field = secretField('Passphrase', '', request.problem);
  return card({
    icon: 'file',
    title: 'Passphrase of a key file',
    content: [
      make(
        'p',
        {},
        make('code', {}, request.fileName),
        ' is encrypted. Its passphrase is kept only while the app runs.',
      ),
      field.element,
    ],
    action: 'Use passphrase',
    submit: () => answer({ kind: 'submit', text: field.input.value }),
    answer,
    firstFocus: field.input,
  });
}

function showSecret(request: Of<'show-secret'>, answer: Answer, copy: () => Promise<void>): Card {
  // Not selectable: X11 hands a selection to every program, and nothing would clear it there.
  const secret = make('pre', { class: 'secret', tabindex: '0', 'aria-label': request.title }, request.secret);
  const status = make('span', { role: 'status', class: 'quiet' });
  const button = make('button', { type: 'button', class: 'secondary' }, icon('copy'), 'Copy');
  const run = (): void => {
    void copy().then(() => {
      button.replaceChildren(icon('check'), 'Copied');
      status.textContent = 'The clipboard is cleared in a while.';
    });
  };
  button.addEventListener('click', run);
  document.addEventListener('copy', (event) => {
    event.preventDefault();
    run();
  });
  return card({
    icon: 'key',
    title: request.title,
    content: [
      ...(request.note === '' ? [] : [make('p', {}, request.note)]),
      secret,
      make('div', { class: 'beside' }, button, status),
    ],
    action: 'Done',
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
    cancellable: false,
  });
}

interface CardParts {
  readonly icon: IconName;
  readonly title: string;
  readonly content: readonly Node[];
  readonly action: string;
  readonly submit: () => void;
  readonly answer: Answer;
  readonly destructive?: boolean;
  readonly cancellable?: boolean;
  /** What sets this card apart from a dialog of the app's page, where it takes no credential. */
  readonly promise?: string;
  /** Where typing goes; unless told the action, or Cancel where the action destroys. */
  readonly firstFocus?: HTMLElement;
}

function card(parts: CardParts): Card & { readonly action: HTMLButtonElement } {
  const destructive = parts.destructive === true;
  const action = make('button', { type: 'submit', class: destructive ? 'destroy' : 'primary' }, parts.action);
  const cancel = make('button', { type: 'button', class: 'secondary' }, 'Cancel');
  cancel.addEventListener('click', () => parts.answer({ kind: 'cancel' }));
  const form = make(
    'form',
    {
      class: 'card',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': 'content',
    },
    make(
      'header',
      destructive ? { class: 'destructive' } : {},
      make('span', { class: 'badge' }, icon(parts.icon)),
      make('h1', { id: 'title' }, parts.title),
    ),
    make('div', { id: 'content', class: 'content' }, ...parts.content),
    make(
      'footer',
      {},
      make(
        'span',
        { class: 'promise' },
        icon('shield'),
        make('span', {}, parts.promise ?? 'Only Strongroom’s core reads this'),
      ),
      ...(parts.cancellable === false ? [] : [cancel]),
      action,
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    parts.submit();
  });
  return { element: form, firstFocus: parts.firstFocus ?? (destructive ? cancel : action), action };
}

function problemOf(problem: string | undefined): readonly Node[] {
  return problem === undefined
    ? []
    : [make('p', { class: 'notice danger', role: 'alert' }, icon('warning'), problem)];
}
