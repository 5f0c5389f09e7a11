import { icon, make } from './dom.ts';
import { oneLine } from '../../shared/vault/one-line.ts';

/** Why the last try failed, in red, where there was one. */
export function problemOf(problem: string | undefined): readonly Node[] {
  return problem === undefined
    ? []
    : [
        make(
          'p',
          { class: 'notice danger', role: 'alert' },
          icon('warning'),
          make('span', {}, oneLine(problem)),
        ),
      ];
}
