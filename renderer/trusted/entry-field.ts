/**
 * Form field: one or several lines, masked with a reveal toggle for credentials, with a status line and a problem
 * line.
 *
 * A masked value is in a password input, because the browser lets nothing be copied from it. Such an input has one
 * line, so line breaks are stored in it as a substitute character.
 */
import { describe, fill, icon, make } from './dom.ts';
import { selectNothing, type EntryInput } from './select-nothing.ts';

export interface EntryFieldParts {
  /** Unique in the document. */
  readonly id: string;
  readonly label: string;
  readonly secret: boolean;
  readonly multiline?: boolean | undefined;
  readonly value?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  readonly optional?: boolean | undefined;
  /** Shows a digit keypad. */
  readonly numeric?: boolean | undefined;
  /** Reason the last try failed. */
  readonly problem?: string | undefined;
}

export interface EntryField {
  readonly element: HTMLElement;
  /** Current input element; revealing a multiline field replaces it. */
  readonly input: () => EntryInput;
  readonly text: () => string;
  readonly setText: (text: string) => void;
  /** Replaces the selection with text. */
  readonly insert: (text: string) => void;
  /** Shows a status text; an empty string clears it. */
  readonly say: (text: string) => void;
  /** Shows a problem until the text is edited. */
  readonly complain: (text: string) => void;
}

/** Builds the field. */
export function entryField(parts: EntryFieldParts): EntryField {
  const { id, label, secret, hint, value = '', problem } = parts;
  let input = inputOf(parts, !secret);
  const encoded = (text: string): string =>
    input instanceof HTMLInputElement && parts.multiline === true ? text.replace(/\r\n?|\n/g, LINE) : text;
  const text = (): string => input.value.replaceAll(LINE, '\n');
  input.value = encoded(value);

  const note = make('p', { id: `${id}-note`, class: 'quiet', role: 'status' });
  const trouble = make('p', { id: `${id}-problem`, class: 'trouble', role: 'alert' });
  const complain = (words: string): void => {
    fill(trouble, ...(words === '' ? [] : [icon('warning'), words]));
    describe(input, { 'aria-invalid': String(words !== '') });
  };
  const show = (shown: boolean): void => {
    if (input instanceof HTMLInputElement && parts.multiline !== true) {
      input.type = shown ? 'text' : 'password';
      return;
    }
    const before = { text: text(), invalid: input.getAttribute('aria-invalid') ?? 'false' };
    const next = inputOf(parts, shown);
    input.value = '';
    input.replaceWith(next);
    input = next;
    input.value = encoded(before.text);
    describe(input, { 'aria-invalid': before.invalid });
  };
  const box = make('div', { class: secret ? 'masked' : '' }, input, ...(secret ? [toggle(label, show)] : []));
  const selection = selectNothing(box, () =>
    input instanceof HTMLInputElement && input.type === 'password' ? input : undefined,
  );
  box.addEventListener('input', () => {
    complain('');
    fill(note);
  });
  if (problem !== undefined) complain(problem);
  return {
    element: make(
      'div',
      { class: 'field' },
      make(
        'label',
        { for: id },
        label,
        ...(parts.optional === true ? [make('span', { class: 'optional' }, 'optional')] : []),
      ),
      box,
      trouble,
      note,
      ...(hint === undefined ? [] : [make('p', { id: `${id}-hint`, class: 'hint' }, hint)]),
    ),
    input: () => input,
    text,
    setText: (next) => void (input.value = encoded(next)),
    insert: (given) => {
      selection.makeRoom();
      const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? input.value.length];
      input.setRangeText(encoded(given), from, to, 'end');
    },
    say: (words) => {
      complain('');
      fill(note, words);
    },
    complain,
  };
}

/** Substitutes a line break in a one-line input; never part of the field's text. */
const LINE = '\u2028';

function inputOf({ id, multiline, placeholder = '', numeric }: EntryFieldParts, shown: boolean): EntryInput {
  const attributes = {
    id,
    placeholder,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    class: 'mono',
    'aria-describedby': `${id}-problem ${id}-note ${id}-hint`,
    ...(numeric === true ? { inputmode: 'numeric' } : {}),
  };
  return multiline === true && shown
    ? make('textarea', { ...attributes, rows: '4' })
    : make('input', { ...attributes, type: shown ? 'text' : 'password' });
}

function toggle(label: string, show: (shown: boolean) => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'ghost' });
  let shown = false;
  const draw = (): void => {
    fill(button, icon(shown ? 'eyeOff' : 'eye'));
    describe(button, {
      'aria-pressed': String(shown),
      title: shown ? 'Hide' : 'Show',
      'aria-label': `Show the ${inSentence(label)}`,
    });
  };
  button.addEventListener('click', () => {
    shown = !shown;
    show(shown);
    draw();
  });
  draw();
  return button;
}

/** Label within a sentence: `Token` becomes `token`; `JWT` and names keep their capitals. */
export function inSentence(label: string): string {
  const keepsCapital = !/^[A-Z][a-z]/.test(label) || /^(?:Duo|GitHub|Kubernetes|Okta)\b/.test(label);
  return keepsCapital ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
