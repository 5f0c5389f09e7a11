/** Frame of every prompt: title, facts, text, one action and a way out. */
import type { TrustedAnswer } from '../../shared/ipc/trusted-contract.ts';
import { fill, icon, make, type IconName } from './dom.ts';
import { watchReading } from './read-to-end.ts';
import { titleText } from './visible-text.ts';

export interface Prompt {
  readonly element: HTMLElement;
  /** Called once it is in the document: sets the focus and checks if its text fits. */
  readonly shown: () => void;
}

export type Answer = (answer: TrustedAnswer) => void;

const isMac = /Mac/.test(navigator.userAgent);

export interface PromptParts {
  readonly icon: IconName;
  readonly title: string;
  /** Facts to decide by, above the text; they stay in view if they leave room for it. */
  readonly facts?: readonly Node[];
  /** Text that must be read. */
  readonly text?: readonly Node[];
  /** Long lists below the text, read to their end with it. */
  readonly scrolling?: readonly HTMLElement[];
  /** Fields below the text, with related elements. */
  readonly fields?: readonly Node[];
  /** Absent if the only options are waiting and leaving. */
  readonly action?: string | undefined;
  readonly submit: () => void;
  readonly answer: Answer;
  readonly destructive?: boolean;
  readonly cancellable?: boolean;
  /** Label of the cancel button. */
  readonly cancel?: string;
  /** Short note in the corner. */
  readonly note?: string;
  /** Initial focus. By default the prompt itself has it, so that a stray key approves or cancels nothing. */
  readonly firstFocus?: HTMLElement;
  /**
   * Focuses the action, if harmless. It is still armed late, so that a key meant for something else does not confirm.
   */
  readonly enterAgrees?: boolean;
  /** Ctrl+Enter submits from anywhere in the prompt, Enter does not. The button shows the key. */
  readonly chordAgrees?: boolean;
}

export interface PromptFrame extends Prompt {
  /** Disables the action for a further reason beside unread text. */
  readonly hold: (isWaiting: boolean) => void;
  /** Sets the label and tone of the action after another choice. */
  readonly say: (action: string, destructive: boolean) => void;
}

/** Builds the frame; Enter in any field submits. */
export function promptFrame(parts: PromptParts): PromptFrame {
  const { destructive = false, facts = [], text = [], fields = [], scrolling: long = [] } = parts;
  const words = make('span', {}, parts.action ?? '');
  const action = make(
    'button',
    {
      type: 'submit',
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
  // The only part that scrolls.
  const middle = make('div', { class: 'middle' }, ...(facts.length === 0 ? [] : [factBox]), content);
  const form = make(
    'form',
    {
      class: 'prompt',
      role: 'dialog',
      tabindex: '-1',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': facts.length === 0 ? 'content' : 'facts content',
    },
    make(
      'header',
      {},
      make('span', { class: 'badge' }, icon(parts.icon)),
      make('h1', { id: 'title' }, titleText(parts.title)),
    ),
    middle,
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
    // Does not press the focused button either.
    event.preventDefault();
    if (!event.repeat && !event.isComposing && !action.disabled) parts.submit();
  });

  let unread = false;
  let isWaiting = false;
  const draw = (): void => {
    action.disabled = unread || isWaiting;
    fill(note, unread && parts.action !== undefined ? 'Scroll to the end to go on' : (parts.note ?? ''));
  };
  const mustRead = facts.length + text.length + long.length > 0;
  const look = watchReading(form, { box: middle, last: mustRead ? end : undefined }, (read) => {
    unread = !read;
    draw();
    factBox.classList.toggle('stays', factBox.offsetHeight * 2 < middle.clientHeight);
  });
  const paint = (destroys: boolean): void => {
    form.classList.toggle('destroys', destroys);
    action.className = destroys ? 'destroy' : 'primary';
  };
  paint(destructive);
  return {
    element: form,
    shown: () => {
      look();
      const scrolling = middle.tabIndex === 0 ? middle : undefined;
      const first = parts.firstFocus ?? scrolling ?? (parts.enterAgrees === true ? action : form);
      first.focus({ preventScroll: true });
    },
    hold: (now) => {
      isWaiting = now;
      draw();
    },
    say: (now, destroys) => {
      fill(words, now);
      paint(destroys);
    },
  };
}
