/** Radio buttons for the choices of one question. */
import type { PromptChoice } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';
import { longText, mostOfSentence } from './visible-text.ts';

export interface Choices {
  readonly element: HTMLElement;
  readonly chosen: () => PromptChoice;
}

/** Builds the radio buttons with the first one selected; `onChosen` receives each change. */
export function choiceList(
  choices: readonly [PromptChoice, ...PromptChoice[]],
  onChosen: (choice: PromptChoice) => void,
): Choices {
  let [chosen] = choices;
  const rows = choices.map((choice, index) => {
    const id = `choice-${String(index)}`;
    const radio = make('input', {
      type: 'radio',
      name: 'choice',
      id,
      value: choice.value,
      'aria-describedby': `${id}-hint`,
    });
    radio.checked = index === 0;
    radio.addEventListener('change', () => {
      chosen = choice;
      onChosen(choice);
    });
    return make(
      'div',
      { class: 'choice' },
      radio,
      make('label', { for: id }, choice.label),
      make(
        'span',
        { id: `${id}-hint`, class: 'meaning' },
        longText(choice.hint, mostOfSentence),
        ...(choice.requests ?? []).map((request) => make('code', {}, longText(request))),
      ),
    );
  });
  return {
    element: make('div', { role: 'radiogroup', 'aria-labelledby': 'title', class: 'choices' }, ...rows),
    chosen: () => chosen,
  };
}
