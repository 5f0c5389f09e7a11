/** The phrase and the picture on top of every prompt, and on the first one what they are for. */
import type { PromptMark } from '../../shared/ipc/trusted-contract.ts';
import { icon, make } from './dom.ts';
import { markPicture } from './mark-picture.ts';

/** Builds the band; `introduce` says what it is. */
export function markBand({ phrase, picture }: PromptMark, introduce: boolean): HTMLElement {
  return make(
    'div',
    { class: 'mark' },
    markPicture(picture),
    make(
      'div',
      { class: 'mark-words' },
      make('span', { class: 'secure' }, icon('shield'), 'Secure prompt'),
      make('strong', { class: 'phrase' }, phrase),
      ...(introduce
        ? [
            make(
              'p',
              {},
              'This phrase and picture are new. Every real prompt shows them. Where they are missing or different, type nothing. Change them in the Help menu.',
            ),
          ]
        : []),
    ),
  );
}
