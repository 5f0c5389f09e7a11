/** Lines added and removed by a save, as compared by main. */
import type { TextChanges } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';

/** Builds a box of changed lines. */
export function changedLines({ lines }: TextChanges): HTMLElement {
  const box = make('div', { class: 'lines', role: 'group', 'aria-label': 'Changed lines' });
  for (const { kind, text } of lines) {
    const sign = make('span', { class: 'sign' }, kind === 'added' ? '+' : '−');
    // Tabs are ordinary in a policy; other invisible characters appear as their code points.
    const line = make('code', {}, text.replaceAll('\t', '  '));
    box.append(make(kind === 'added' ? 'ins' : 'del', {}, sign, line));
  }
  return box;
}
