/** One card a kind of request: what is asked, the facts to decide by, and the buttons. */
import type { TrustedField, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { card, type Answer, type Card } from './card.ts';
import { checkedField } from './checked-field.ts';
import { destinationFacts } from './destination.ts';
import { icon, make, problemOf } from './dom.ts';
import { entryField } from './entry-field.ts';
import { enterFields } from './fields-card.ts';
import { trustFacts } from './trust-facts.ts';
import { typedName } from './typed-name.ts';
import { waitFor } from './wait-card.ts';

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
    case 'confirm-trust':
      return confirmTrust(request, answer);
    case 'enter-passphrase':
      return enterPassphrase(request, answer);
    case 'enter-fields':
      return enterFields(request, answer);
    case 'wait':
      return waitFor(request, answer);
    case 'show-secret':
      return showSecret(request, answer, copy);
  }
}

function enterToken(request: Of<'enter-token'>, answer: Answer): Card {
  const wish: TrustedField = {
    ...{ name: 'token', label: 'Token', placeholder: 'hvs.…' },
    ...{ secret: true, form: 'token' },
  };
  const field = checkedField(wish, 'secret', request.problem);
  return card({
    icon: 'key',
    title: `Log in to ${request.destination.name}`,
    content: [
      destinationFacts(request.destination),
      field.element,
      make(
        'p',
        { class: 'quiet' },
        'Not a wrapping token: looking one up here would use it up. Cancel, and choose “Open a wrapping token…”.',
      ),
    ],
    action: 'Log in',
    submit: () => {
      if (field.tidy()) answer({ kind: 'submit', text: field.text() });
    },
    answer,
    firstFocus: field.input(),
  });
}

function confirmToken(request: Of<'confirm-token'>, answer: Answer): Card {
  return card({
    icon: 'key',
    title: request.title ?? `Log in to ${request.destination.name}`,
    content: [
      make('p', {}, 'The token from ', make('code', {}, request.tokenFrom), ' will be sent to:'),
      destinationFacts(request.destination),
      ...problemOf(request.problem),
    ],
    action: 'Send this token',
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
    startsWithCancel: (request.destination.warnings ?? []).length > 0,
  });
}

function confirm(request: Of<'confirm'>, answer: Answer): Card {
  const paragraphs = request.body.map((text) => make('p', {}, text));
  const look = {
    icon: request.destructive ? 'warning' : 'question',
    destructive: request.destructive,
    promise: 'Asked by Strongroom’s core',
  } as const;
  if (request.typedName === undefined) {
    return card({
      ...look,
      title: request.title,
      content: paragraphs,
      action: request.action,
      submit: () => answer({ kind: 'submit', text: '' }),
      answer,
    });
  }
  const name = typedName(request.typedName, (matches) => void (built.action.disabled = !matches));
  const built = card({
    ...look,
    title: request.title,
    content: [...paragraphs, name.element],
    action: request.action,
    submit: () => {
      if (name.isTyped()) answer({ kind: 'submit', text: name.input.value });
    },
    answer,
    firstFocus: name.input,
  });
  built.action.disabled = true;
  return built;
}

function confirmTrust(request: Of<'confirm-trust'>, answer: Answer): Card {
  return card({
    icon: 'shield',
    title: request.title,
    content: trustFacts(request),
    action: request.action,
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
    promise: 'Asked by Strongroom’s core',
    // Nobody should trust anything by a key that was meant for what was on screen a moment ago.
    startsWithCancel: true,
  });
}

function enterPassphrase(request: Of<'enter-passphrase'>, answer: Answer): Card {
  const field = entryField({ id: 'secret', label: 'Passphrase', secret: true, problem: request.problem });
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
    submit: () => answer({ kind: 'submit', text: field.text() }),
    answer,
    firstFocus: field.input(),
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
