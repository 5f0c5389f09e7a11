/** Facts as a list of names and values. */
import type { PromptFact } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';
import { longText } from './visible-text.ts';

/** Builds a list of facts; facts without a value are left out. */
export function factList(facts: readonly PromptFact[], colour?: string): HTMLDListElement {
  return make(
    'dl',
    { class: 'facts', ...(colour === undefined ? {} : { 'data-colour': colour }) },
    ...facts
      .filter(({ value }) => value !== '')
      .flatMap(({ name, value, prose, notice }) => {
        const style = [...(prose === true ? [] : ['mono']), ...(notice === true ? ['amber'] : [])];
        return [make('dt', {}, name), make('dd', { class: style.join(' ') }, longText(value))];
      }),
  );
}
