/** Facts as a list of names and values. */
import type { PromptFact } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';
import { longText } from './visible-text.ts';

/** Builds a separate list of facts. */
export function factList(facts: readonly PromptFact[]): HTMLDListElement {
  const list = make('dl', { class: 'facts' });
  for (const { name, value } of facts) appendFact(list, name, value, true);
  return list;
}

/** Adds one fact to a list; `mono` if each character matters. */
export function appendFact(list: HTMLDListElement, name: string, value: string, mono = false): void {
  list.append(make('dt', {}, name), make('dd', mono ? { class: 'mono' } : {}, longText(value)));
}
