/** Change of the prompt mark: the user types a phrase or has main draw another mark. */
import type { PromptMark, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { isDisplayName } from '../../shared/vault/display-name.ts';
import { checkedField } from './checked-field.ts';
import { fill, make } from './dom.ts';
import { markPicture } from './mark-picture.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';

type ChooseMark = Extract<TrustedRequest, { readonly kind: 'choose-mark' }>;

/** Builds the prompt; `draw` asks main for another mark. */
export function chooseMark(
  request: ChooseMark,
  answer: Answer,
  draw: () => Promise<PromptMark | null>,
): Prompt {
  let { picture } = request.mark;
  const field = checkedField(
    {
      name: 'phrase',
      label: 'Phrase',
      secret: false,
      value: request.mark.phrase,
      hint: '6 to 60 characters that you recognise at a glance.',
    },
    'phrase',
  );
  const shown = make('div', { class: 'chosen' }, markPicture(picture));
  const button = make('button', { type: 'button', class: 'secondary' }, 'Draw another');
  button.addEventListener('click', () => {
    void draw().then((mark) => {
      if (mark === null) return;
      picture = mark.picture;
      fill(shown, markPicture(picture));
      field.setText(mark.phrase);
    });
  });
  return promptFrame({
    icon: 'shield',
    title: 'Prompt phrase',
    text: [
      make('p', {}, 'Every real prompt shows this phrase and picture. No other part of the app knows them.'),
    ],
    fields: [field.element, make('div', { class: 'beside' }, shown, button)],
    action: 'Save',
    submit: () => {
      if (!field.tidy()) return;
      const phrase = field.text().trim();
      if (phrase.length < 6 || phrase.length > 60) field.complain('Choose 6 to 60 characters.');
      else if (!isDisplayName(phrase)) field.complain('It contains an invisible character.');
      else answer({ kind: 'fields', values: { phrase, picture } });
    },
    answer,
    firstFocus: field.input(),
  });
}
