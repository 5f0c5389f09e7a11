/** The name that must be typed before something is destroyed: compared while it is typed, and once more in main. */
import { icon, make } from './dom.ts';
import { visible } from './visible-text.ts';

/** Characters from which a name may scroll in its box. */
const LONG = 120;

export interface TypedName {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly isTyped: () => boolean;
}

/** Builds the line; `onChange` hears whether what is typed is the name. */
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
    input.setAttribute('aria-invalid', String(told === 'differs'));
    state.className = told === 'differs' ? 'trouble' : 'quiet';
    state.replaceChildren(
      ...(told === '' ? [] : [icon(told === 'differs' ? 'warning' : 'check'), words[told]]),
    );
    onChange(isTyped());
  });
  return {
    element: make(
      'div',
      { class: 'field' },
      make(
        'label',
        { for: 'typed' },
        'Type ',
        make('code', name.length > LONG ? { class: 'to-type', tabindex: '0' } : {}, visible(name)),
        ' to confirm',
      ),
      input,
      state,
    ),
    input,
    isTyped,
  };
}

const words = { matches: 'This is the name.', differs: 'This is not the name.' } as const;

/** Empty while what is typed may still become the name. */
export function compare(typed: string, name: string): keyof typeof words | '' {
  if (typed === name) return 'matches';
  return name.startsWith(typed) ? '' : 'differs';
}
