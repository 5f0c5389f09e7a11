/** Name that must be typed before something is destroyed: compared while typing, and again in main. */
import { codePointOf, isDisplayName } from '../../shared/vault/display-name.ts';
import { describe, fill, icon, make } from './dom.ts';

export interface TypedName {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly isTyped: () => boolean;
}

/** Builds the line; `onChange` receives true if the typed text matches. */
export function typedName(name: string, onChange: (matches: boolean) => void): TypedName {
  const input = make('input', {
    id: 'typed',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    class: 'mono',
    'aria-describedby': 'typed-state',
  });
  const state = make('p', { id: 'typed-state', class: 'quiet', role: 'status' });
  const isTyped = (): boolean => input.value === name;
  input.addEventListener('input', () => {
    const told = compare(input.value, name);
    describe(input, { 'aria-invalid': String(told === 'differs') });
    state.className = told === 'differs' ? 'trouble' : 'quiet';
    fill(state, ...(told === '' ? [] : [icon(told === 'differs' ? 'warning' : 'check'), words[told]]));
    onChange(isTyped());
  });
  return {
    element: make(
      'div',
      { class: 'field' },
      make('label', { for: 'typed' }, 'Type ', make('code', {}, name), ' to confirm'),
      ...easilyMistaken(name).map((text) => make('p', { class: 'notice' }, icon('warning'), text)),
      input,
      state,
    ),
    input,
    isTyped,
  };
}

/** Maximum number of letters listed. */
const MOST_NAMED = 8;

/**
 * Warnings about a deceptive name, as sentences: letters of other alphabets look like Latin ones, and some characters
 * are on no keyboard.
 */
export function easilyMistaken(name: string): readonly string[] {
  const unusual = [...new Set(name)].filter((character) => /[^ -~]/.test(character));
  const letters = unusual.filter(isDisplayName);
  const named = letters.slice(0, MOST_NAMED).map((letter) => `${letter} is ${codePointOf(letter)}`);
  const more = letters.length - named.length;
  return [
    ...(named.length === 0
      ? []
      : [
          `Letters that may look like others: ${named.join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}.`,
        ]),
    ...(unusual.length === letters.length
      ? []
      : ['The name contains characters that no keyboard has: copy and paste it.']),
  ];
}

const words = { matches: 'This is the name.', differs: 'This is not the name.' } as const;

/** Empty while the typed text can still become the name. */
export function compare(typed: string, name: string): keyof typeof words | '' {
  if (typed === name) return 'matches';
  return name.startsWith(typed) ? '' : 'differs';
}
