/** Facts as a list of names and values. */
import type { PromptFact } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';
import { longText } from './visible-text.ts';

/** The facts as a list of their own. */
export function factList(facts: readonly PromptFact[]): HTMLDListElement {
  const list = make('dl', { class: 'facts' });
  for (const { name, value } of facts) appendFact(list, name, value, true);
  return list;
}

/** Adds one fact to a list; `mono` where each character counts. */
export function appendFact(list: HTMLDListElement, name: string, value: string, mono = false): void {
  list.append(make('dt', {}, name), make('dd', mono ? { class: 'mono' } : {}, longText(value)));
}
