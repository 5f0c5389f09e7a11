/** The frame of every prompt: a title, the facts to decide by, the text, one action and a way out. */
import type { TrustedAnswer } from '../../shared/ipc/trusted-contract.ts';
import { fill, icon, make, type IconName } from './dom.ts';
import { watchReading, type ToRead } from './read-to-end.ts';
import { longBox, titleText } from './visible-text.ts';

export interface Prompt {
  readonly element: HTMLElement;
  /** It is in the document: gives the focus, and looks whether its text fits. */
  readonly shown: () => void;
}

export type Answer = (answer: TrustedAnswer) => void;

const isMac = /Mac/.test(navigator.userAgent);

export interface PromptParts {
  readonly icon: IconName;
  readonly title: string;
  /** What to decide by. It never scrolls out of view. */
  readonly facts?: readonly Node[];
  /** What must be read. */
  readonly text?: readonly Node[];
  /** Below the text, where they may be long: each must be read to its end, too. */
  readonly scrolling?: readonly HTMLElement[];
  /** Below the text: fields, and what belongs to them. */
  readonly fields?: readonly Node[];
  /** Absent where there is nothing to do but to wait or to leave. */
  readonly action?: string | undefined;
  readonly submit: () => void;
  readonly answer: Answer;
  readonly destructive?: boolean;
  readonly cancellable?: boolean;
  /** The way out. */
  readonly cancel?: string;
  /** In the corner, in a few words. */
  readonly note?: string;
  /** Where typing goes. Without one the prompt itself has the focus: no stray key approves or cancels anything. */
  readonly firstFocus?: HTMLElement;
  /** The action has the focus: it does no harm. It is still armed late, so that no key pressed for something else agrees. */
  readonly enterAgrees?: boolean;
  /** Ctrl+Enter gives the answer from anywhere in the prompt, Enter does not. The key stands on the button. */
  readonly chordAgrees?: boolean;
}

export interface PromptFrame extends Prompt {
  /** Holds the action back for a reason of its own, beside the text that is not read yet. */
  readonly hold: (isWaiting: boolean) => void;
  /** What the action is now, where a person may choose among several. */
  readonly say: (action: string, destructive: boolean) => void;
}

/** Builds the frame; Enter in any field is the action. */
export function promptFrame(parts: PromptParts): PromptFrame {
  const { destructive = false, facts = [], text = [], fields = [], scrolling: long = [] } = parts;
  const words = make('span', {}, parts.action ?? '');
  const action = make(
    'button',
    {
      ...{ type: 'submit', class: destructive ? 'destroy' : 'primary' },
      ...(parts.chordAgrees === true ? { 'aria-keyshortcuts': `${isMac ? 'Meta' : 'Control'}+Enter` } : {}),
    },
    words,
    ...(parts.chordAgrees === true ? [make('kbd', { 'aria-hidden': 'true' }, isMac ? '⌘ ↵' : 'Ctrl ↵')] : []),
  );
  const cancel = make('button', { type: 'button', class: 'secondary' }, parts.cancel ?? 'Cancel');
  cancel.addEventListener('click', () => parts.answer({ kind: 'cancel' }));
  const note = make('span', { class: 'note' }, parts.note ?? '');
  const end = make('div', { class: 'end' });
  const factBox = make('div', { id: 'facts', class: 'facts-box' }, ...facts);
  const content = make('div', { id: 'content', class: 'content' }, ...text, ...long, end, ...fields);
  const hasContent = text.length + long.length + fields.length > 0;
  const form = make(
    'form',
    {
      class: 'prompt',
      role: 'dialog',
      tabindex: '-1',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': [facts.length === 0 ? '' : 'facts', hasContent ? 'content' : ''].join(' ').trim(),
    },
    make(
      'header',
      destructive ? { class: 'destructive' } : {},
      make('span', { class: 'badge' }, icon(parts.icon)),
      make('h1', { id: 'title' }, titleText(parts.title)),
    ),
    ...(facts.length === 0 ? [] : [factBox]),
    ...(hasContent ? [content] : []),
    make(
      'footer',
      {},
      note,
      ...(parts.cancellable === false ? [] : [cancel]),
      ...(parts.action === undefined ? [] : [action]),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!action.disabled) parts.submit();
  });
  form.addEventListener('keydown', (event) => {
    if (parts.chordAgrees !== true || event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey))
      return;
    // Nor does it press the button that has the focus.
    event.preventDefault();
    if (!event.repeat && !event.isComposing && !action.disabled) parts.submit();
  });

  let unread = false;
  let isWaiting = false;
  const draw = (): void => {
    action.disabled = unread || isWaiting;
    fill(note, unread && parts.action !== undefined ? 'Scroll to the end to go on' : (parts.note ?? ''));
  };
  const toRead: ToRead[] = [
    ...(facts.length === 0 ? [] : [{ box: factBox }]),
    ...(text.length + long.length === 0 ? [] : [{ box: content, last: end }]),
    ...long.map((box) => ({ box })),
    // Whatever else scrolls by itself: long values, sentences, hints, the name to type.
    ...[...form.querySelectorAll<HTMLElement>(`.${longBox}, .to-type`)].map((box) => ({ box })),
  ];
  const look = watchReading(form, toRead, (all) => {
    unread = !all;
    draw();
  });
  return {
    element: form,
    shown: () => {
      look();
      const scrolling = toRead.find(({ box }) => box.tabIndex === 0)?.box;
      const first = parts.firstFocus ?? scrolling ?? (parts.enterAgrees === true ? action : form);
      first.focus({ preventScroll: true });
    },
    hold: (now) => {
      isWaiting = now;
      draw();
    },
    say: (now, destroys) => {
      fill(words, now);
      action.className = destroys ? 'destroy' : 'primary';
    },
  };
}
