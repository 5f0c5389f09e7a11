/** New trust settings of a connection: each setting before and after, and the consequences. */
import type { TrustChange, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { certificateFacts } from './certificate-facts.ts';
import { icon, make } from './dom.ts';
import { longText, mostOfSentence } from './visible-text.ts';

type TrustRequest = Extract<TrustedRequest, { readonly kind: 'confirm-trust' }>;

/** Connection name and consequences, which stay in view above the rows, because there can be many rows. */
export function trustFacts({ name, colour, consequences }: TrustRequest): readonly HTMLElement[] {
  return [
    ...(name === ''
      ? []
      : [
          make(
            'p',
            { class: 'whose', 'data-colour': colour },
            make('span', { class: 'dot' }),
            make('span', {}, longText(name)),
          ),
        ]),
    ...consequences.map((words) =>
      make('p', { class: 'notice warn' }, icon('warning'), make('span', {}, longText(words, mostOfSentence))),
    ),
  ];
}

/** Each setting before and after. */
export function trustRows({ changes, colour }: TrustRequest): readonly HTMLElement[] {
  if (changes.length === 0) return [];
  // Without previous values there is nothing to compare: one line each is enough.
  if (changes.every(({ before }) => before === '')) {
    const list = make('dl', { class: 'facts', 'data-colour': colour });
    for (const { what, after } of changes)
      list.append(
        make('dt', { class: 'name' }, what),
        make('dd', { class: 'mono' }, longText(after, MOST_OF_SETTING)),
      );
    return [list];
  }
  return [make('div', { class: 'changes', 'data-colour': colour, role: 'list' }, ...changes.map(row))];
}

/** Certificate in question, if any. */
export function certificateOf({ certificate }: TrustRequest): readonly HTMLElement[] {
  return certificate === undefined ? [] : [certificateFacts(certificate)];
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
    make('span', { class: 'mono' }, longText(text, MOST_OF_SETTING)),
  );
}

/** An imported connection fills one row; its fingerprints must not be cut. */
const MOST_OF_SETTING = 600;
