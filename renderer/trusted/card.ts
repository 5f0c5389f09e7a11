/** The frame of every card: a title, the facts to decide by, one action and a way out. */
import type { TrustedAnswer } from '../../shared/ipc/trusted-contract.ts';
import { icon, make, type IconName } from './dom.ts';

export interface Card {
  readonly element: HTMLElement;
  readonly firstFocus: HTMLElement;
}

export type Answer = (answer: TrustedAnswer) => void;

export interface CardParts {
  readonly icon: IconName;
  readonly title: string;
  readonly content: readonly Node[];
  readonly action: string;
  readonly submit: () => void;
  readonly answer: Answer;
  readonly destructive?: boolean;
  readonly cancellable?: boolean;
  /** What sets this card apart from a dialog of the app's page, where it takes no credential. */
  readonly promise?: string;
  /** The way out has the focus: a stray Enter must change nothing. */
  readonly startsWithCancel?: boolean;
  /** Where typing goes; unless told the action. */
  readonly firstFocus?: HTMLElement;
}

/** Builds the frame: header, content, the promise and the buttons; Enter in any field is the action. */
export function card(parts: CardParts): Card & { readonly action: HTMLButtonElement } {
  const destructive = parts.destructive === true;
  const action = make('button', { type: 'submit', class: destructive ? 'destroy' : 'primary' }, parts.action);
  const cancel = make('button', { type: 'button', class: 'secondary' }, 'Cancel');
  cancel.addEventListener('click', () => parts.answer({ kind: 'cancel' }));
  const form = make(
    'form',
    {
      class: 'card',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': 'content',
    },
    make(
      'header',
      destructive ? { class: 'destructive' } : {},
      make('span', { class: 'badge' }, icon(parts.icon)),
      make('h1', { id: 'title' }, parts.title),
    ),
    make('div', { id: 'content', class: 'content' }, ...parts.content),
    make(
      'footer',
      {},
      make(
        'span',
        { class: 'promise' },
        icon('shield'),
        make('span', {}, parts.promise ?? 'Only Strongroom’s core reads this'),
      ),
      ...(parts.cancellable === false ? [] : [cancel]),
      action,
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    parts.submit();
  });
  const careful = destructive || parts.startsWithCancel === true;
  const firstFocus = parts.firstFocus ?? (careful ? cancel : action);
  return { element: form, firstFocus, action };
}
