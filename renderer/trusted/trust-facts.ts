/** What a connection would be trusted for from now on: each setting before and after, and what follows from it. */
import type { TrustChange, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { certificateFacts } from './certificate-facts.ts';
import { icon, make } from './dom.ts';

type TrustRequest = Extract<TrustedRequest, { readonly kind: 'confirm-trust' }>;

/** The content of the question, in the order in which it is read. */
export function trustFacts(request: TrustRequest): readonly HTMLElement[] {
  const { name, colour, changes, consequences, certificate } = request;
  return [
    ...(name === ''
      ? []
      : [make('p', { class: 'whose', 'data-colour': colour }, make('span', { class: 'dot' }), name)]),
    // Above the rows: they may be many, and what follows from them must be on screen without scrolling.
    ...consequences.map((words) => make('p', { class: 'notice warn' }, icon('warning'), words)),
    make('div', { class: 'changes', 'data-colour': colour, role: 'list' }, ...changes.map(row)),
    ...(certificate === undefined ? [] : [certificateFacts(certificate)]),
  ];
}

function row({ what, before, after }: TrustChange): HTMLElement {
  const isNew = before === '';
  return make(
    'div',
    { class: 'change', role: 'listitem' },
    make('span', { class: 'what' }, what),
    ...(isNew ? [] : [value('before', 'before', before)]),
    value('after', isNew ? 'new' : 'after', after === '' ? 'none' : after),
  );
}

function value(className: string, label: string, text: string): HTMLElement {
  return make(
    'span',
    { class: className },
    make('span', { class: 'when' }, label),
    make('span', { class: 'mono' }, text),
  );
}
