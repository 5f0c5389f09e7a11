/** A field for a credential: masked, with a toggle to look, a line for what happened and a line for what is wrong. */
import { icon, make } from './dom.ts';

export interface SecretField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** Says something about the text; an empty string takes it back. */
  readonly say: (text: string) => void;
  /** Says what is wrong with it, until it is changed. */
  readonly complain: (text: string) => void;
}

/** Builds the field; `problem` is why the last try failed. */
export function secretField(label: string, placeholder: string, problem?: string): SecretField {
  const input = make('input', {
    id: 'secret',
    type: 'password',
    class: 'mono',
    placeholder,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'problem note',
  });
  const toggle = make('button', { type: 'button', class: 'ghost', 'aria-pressed': 'false' }, icon('eye'));
  const show = (shown: boolean): void => {
    input.type = shown ? 'text' : 'password';
    toggle.replaceChildren(icon(shown ? 'eyeOff' : 'eye'));
    toggle.setAttribute('aria-pressed', String(shown));
    toggle.setAttribute('aria-label', `Show the ${label.toLowerCase()}`);
    toggle.title = shown ? 'Hide' : 'Show';
  };
  toggle.addEventListener('click', () => show(input.type === 'password'));
  show(false);

  const note = make('p', { id: 'note', class: 'quiet', role: 'status' });
  const trouble = make('p', { id: 'problem', class: 'trouble', role: 'alert' });
  const complain = (text: string): void => {
    trouble.replaceChildren(...(text === '' ? [] : [icon('warning'), text]));
    input.setAttribute('aria-invalid', String(text !== ''));
  };
  input.addEventListener('input', () => {
    complain('');
    note.textContent = '';
  });
  if (problem !== undefined) complain(problem);
  return {
    element: make(
      'div',
      { class: 'field' },
      make('label', { for: 'secret' }, label),
      make('div', { class: 'masked' }, input, toggle),
      trouble,
      note,
    ),
    input,
    say: (text) => {
      complain('');
      note.textContent = text;
    },
    complain,
  };
}
