/** The lines that a save adds and removes, as main has found them. */
import type { TextChanges } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';

/** A box of the lines. */
export function changedLines({ lines }: TextChanges): HTMLElement {
  const box = make('div', { class: 'lines', role: 'group', 'aria-label': 'Changed lines' });
  for (const { kind, text } of lines) {
    const sign = make('span', { class: 'sign' }, kind === 'added' ? '+' : '−');
    // A tab is no riddle in a policy; whatever else would not be seen is shown by its number.
    const line = make('code', {}, text.replaceAll('\t', '  '));
    box.append(make(kind === 'added' ? 'ins' : 'del', {}, sign, line));
  }
  return box;
}
