/** Phrase and picture on top of every prompt, explained on the first one. */
import type { PromptMark } from '../../shared/ipc/trusted-contract.ts';
import { icon, make } from './dom.ts';
import { markPicture } from './mark-picture.ts';

/** Builds the band; `introduce` adds the explanation. */
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
              'Every real prompt shows this phrase and picture. If they are missing or different, do not type anything. Change them in the Help menu.',
            ),
          ]
        : []),
    ),
  );
}
