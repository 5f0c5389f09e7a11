/** New trust settings of a connection: each setting before and after, and the certificate in question. */
import type { PromptFact, TrustChange, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { certificateRows } from './certificate-facts.ts';
import { make } from './dom.ts';
import { factList } from './fact-list.ts';
import { longText } from './visible-text.ts';

type TrustRequest = Extract<TrustedRequest, { readonly kind: 'confirm-trust' }>;

/** Builds one list of facts; settings with a previous value are rows “before → after” below it. */
export function trustFacts({ name, colour, changes, certificate }: TrustRequest): readonly HTMLElement[] {
  // Without previous values there is nothing to compare: a fact each is enough.
  const isCompared = changes.some(({ before }) => before !== '');
  const isServer = changes.some(({ after }) => after.endsWith(`//${name}`));
  const facts: readonly PromptFact[] = [
    // A connection without a name is called by its host.
    { name: 'Connection', value: isServer ? '' : name, prose: true },
    ...(isCompared ? [] : changes.map(({ what, after, ...look }) => ({ name: what, value: after, ...look }))),
    ...(certificate === undefined ? [] : certificateRows(certificate)),
  ];
  return [
    ...(facts.some(({ value }) => value !== '') ? [factList(facts, colour)] : []),
    ...(isCompared
      ? [make('div', { class: 'changes', 'data-colour': colour, role: 'list' }, ...changes.map(row))]
      : []),
  ];
}

function row({ what, before, after, prose, notice }: TrustChange): HTMLElement {
  const isNew = before === '';
  const style = [...(prose === true ? [] : ['mono']), ...(notice === true ? ['amber'] : [])].join(' ');
  const value = (className: string, label: string, text: string): HTMLElement =>
    make(
      'span',
      { class: className },
      make('span', { class: 'when' }, label),
      make('span', { class: `value ${style}`.trim() }, longText(text)),
    );
  return make(
    'div',
    { class: 'change', role: 'listitem' },
    make('span', { class: 'what' }, what),
    ...(isNew ? [] : [value('before', 'before', before)]),
    value('after', isNew ? 'new' : 'after', after === '' ? 'none' : after),
  );
}
