/** One prompt per request kind: question, facts and buttons. Main supplies the title. */
import type { PromptMark, TrustedField, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { checkedField } from './checked-field.ts';
import { choiceList } from './choices.ts';
import { chooseMark } from './choose-mark.ts';
import { destinationFacts } from './destination.ts';
import { problemOf } from './problem.ts';
import { noteLines } from './notes.ts';
import { make } from './dom.ts';
import { entryField } from './entry-field.ts';
import { factList } from './fact-list.ts';
import { enterFields } from './fields-prompt.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';
import { changedLines } from './changed-lines.ts';
import { fieldList } from './field-list.ts';
import { showSecret } from './secret-prompt.ts';
import { trustFacts } from './trust-facts.ts';
import { typedName } from './typed-name.ts';
import { longText, mostOfSentence, mostOfLine } from './visible-text.ts';

type Of<K extends TrustedRequest['kind']> = Extract<TrustedRequest, { readonly kind: K }>;

/** Functions available to a prompt. */
export interface PromptTools {
  /** Sends its only answer. */
  readonly answer: Answer;
  /** Asks main to copy the shown content; false if it failed. */
  readonly copy: () => Promise<boolean>;
  /** Asks main to print the shown content; false if it failed. */
  readonly print: () => Promise<boolean>;
  readonly drawMark: () => Promise<PromptMark | null>;
}

/** Builds the prompt of a request. */
export function promptOf(request: TrustedRequest, { answer, copy, print, drawMark }: PromptTools): Prompt {
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
      return showSecret(request, { answer, copy, print });
    case 'choose-mark':
      return chooseMark(request, answer, drawMark);
  }
}

function enterToken(request: Of<'enter-token'>, answer: Answer): Prompt {
  const options: TrustedField = {
    name: 'token',
    label: 'Token',
    placeholder: 'hvs.… or s.…',
    secret: true,
    form: 'token',
    hint: 'For a wrapping token, choose “Open a wrapping token” instead.',
  };
  const field = checkedField(options, 'secret', request.problem);
  return promptFrame({
    icon: 'key',
    title: 'Log in with a token',
    facts: [destinationFacts(request.destination)],
    text: noteLines(request.destination.notes),
    fields: [field.element],
    action: 'Log in',
    submit: () => {
      if (field.tidy()) answer({ kind: 'submit', text: field.text() });
    },
    answer,
    firstFocus: field.input(),
  });
}

function confirmToken(request: Of<'confirm-token'>, answer: Answer): Prompt {
  return promptFrame({
    icon: 'key',
    title: request.title ?? 'Log in with this token?',
    facts: [destinationFacts(request.destination, [{ name: 'Token from', value: request.tokenFrom }])],
    text: [...problemOf(request.problem), ...noteLines(request.destination.notes)],
    action: 'Send this token',
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
    enterAgrees:
      request.enterAgrees === true && (request.destination.notes ?? []).every(({ tone }) => tone === 'info'),
  });
}

function confirm(request: Of<'confirm'>, answer: Answer): Prompt {
  const {
    title,
    facts = [],
    notes,
    body,
    action,
    destructive,
    typedName: toType,
    choices,
    changes,
    fields = [],
    details = [],
  } = request;
  const parts = {
    ...({ icon: destructive ? 'warning' : 'question', title, action, destructive, answer } as const),
    chordAgrees: destructive || request.chord === true || choices !== undefined,
    facts: facts.length === 0 ? [] : [factList(facts)],
    text: [...noteLines(notes), ...paragraph(body)],
    scrolling: [
      ...(changes === undefined ? [] : [changedLines(changes)]),
      ...(fields.length === 0 ? [] : [fieldList(fields)]),
    ],
  };
  const [first, ...others] = choices ?? [];
  if (first !== undefined) {
    const list = choiceList([first, ...others], (choice) => framed.say(choice.action, choice.destructive));
    const framed = promptFrame({
      ...parts,
      icon: first.destructive ? 'warning' : 'question',
      action: first.action,
      destructive: first.destructive,
      // Long lists come after the choices, which must be in sight.
      text: parts.scrolling.length === 0 ? parts.text : [...parts.text, list.element],
      fields: [
        ...(parts.scrolling.length === 0 ? [list.element] : []),
        ...(details.length === 0 ? [] : [fieldList(details)]),
      ],
      submit: () => answer({ kind: 'submit', text: list.chosen().value }),
    });
    return framed;
  }
  if (toType === undefined)
    return promptFrame({ ...parts, submit: () => answer({ kind: 'submit', text: '' }) });
  const name = typedName(toType, (matches) => built.hold(!matches));
  const built = promptFrame({
    ...parts,
    fields: [name.element],
    submit: () => {
      if (name.isTyped()) answer({ kind: 'submit', text: name.input.value });
    },
    firstFocus: name.input,
  });
  built.hold(true);
  return built;
}

/** Builds one paragraph of sentences; none without any. */
function paragraph(sentences: readonly string[]): readonly HTMLElement[] {
  if (sentences.length === 0) return [];
  return [make('p', {}, ...sentences.flatMap((words) => [longText(words, mostOfSentence), ' ']))];
}

function confirmTrust(request: Of<'confirm-trust'>, answer: Answer): Prompt {
  return promptFrame({
    icon: 'shield',
    title: request.title,
    facts: trustFacts(request),
    text: noteLines(request.notes),
    action: request.action,
    submit: () => answer({ kind: 'submit', text: '' }),
    answer,
  });
}

function enterPassphrase(request: Of<'enter-passphrase'>, answer: Answer): Prompt {
  const field = entryField({ id: 'secret', label: 'Passphrase', secret: true, problem: request.problem });
  return promptFrame({
    icon: 'file',
    title: 'Passphrase of a key file',
    facts: [factList([{ name: 'Key file', value: request.fileName }])],
    text: [make('p', {}, 'The passphrase is kept only while the app runs.')],
    fields: [field.element],
    action: 'Use passphrase',
    submit: () => answer({ kind: 'submit', text: field.text() }),
    answer,
    firstFocus: field.input(),
  });
}

type WaitRequest = Extract<TrustedRequest, { readonly kind: 'wait' }>;

/**
 * Waits for something outside, e.g. a browser or a phone: main closes the prompt once that is done. A field accepts
 * pasted input instead.
 */
function waitFor(request: WaitRequest, answer: Answer): Prompt {
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
