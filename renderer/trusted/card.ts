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
  /** Absent where there is nothing to do but to wait or to leave. */
  readonly action?: string | undefined;
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
  const look = destructive ? 'destroy' : 'primary';
  const action = make('button', { type: 'submit', class: look }, parts.action ?? '');
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
      ...(parts.action === undefined ? [] : [action]),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    parts.submit();
  });
  const careful = destructive || parts.startsWithCancel === true;
  const button = careful || parts.action === undefined ? cancel : action;
  const firstFocus = parts.firstFocus ?? button;
  return { element: form, firstFocus, action };
}
