import { icon, make } from './dom.ts';
import { oneLine } from '../../shared/vault/one-line.ts';

/** Reason the last try failed, in red, if any. */
export function problemOf(problem: string | undefined): readonly Node[] {
  return problem === undefined
    ? []
    : [
        make(
          'p',
          { class: 'notice risk', role: 'alert' },
          icon('warning'),
          make('span', {}, oneLine(problem)),
        ),
      ];
}
