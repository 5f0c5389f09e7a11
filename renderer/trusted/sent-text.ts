/** The body of a request that is about to be sent, as main has read it. */
import type { SentText } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';

/** A box of its lines; what it does not hold is counted below. */
export function sentBox({ text, leftOut }: SentText): HTMLElement {
  const box = make('div', { class: 'lines sent', role: 'group', 'aria-label': 'Body' });
  for (const line of text.split('\n')) box.append(make('code', {}, line));
  if (leftOut > 0)
    box.append(
      make('p', {}, `${leftOut.toLocaleString('en-GB')} more characters are not shown. They are sent, too.`),
    );
  return box;
}
