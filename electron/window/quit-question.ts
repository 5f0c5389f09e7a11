/**
 * Closing the window ends the app, and with it the data held only in memory: unsaved edits and one-time results. The
 * trusted view asks about that, as it needs no working page. An end from outside (a signal, the end of the system's
 * session) is not asked about: waiting for an answer would only end in being killed.
 */
import { prose } from '../../shared/ipc/prompt-notes.ts';
import type { BrowserWindow } from 'electron';
import { unsavedWork } from '../../shared/vault/counted.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { Ask, Losses } from '../core/platform.ts';
import { closeForSure } from './window-close.ts';

export interface QuitQuestionOptions {
  /** Undefined before loading. */
  readonly losses: () => Losses | undefined;
  readonly ask: Ask;
  /** Takes away the prompts of the trusted view, so that this question is the next. */
  readonly cancelQuestions: () => void;
  /** An agreed installation is dropped if the user stays. */
  readonly updates: () => { readonly stayed: () => void; readonly leaveAsIs: () => void } | undefined;
}

export interface QuitQuestion {
  /** Ends all questions from now on. */
  readonly silence: () => void;
}

/** Asks before the window closes, if something would be lost. */
export function askBeforeClosing(window: BrowserWindow, options: QuitQuestionOptions): QuitQuestion {
  let silent = false;
  let asking = false;
  window.on('close', (event) => {
    const losses = silent ? undefined : options.losses();
    const question = losses === undefined ? undefined : quitQuestion(losses);
    if (question === undefined) {
      closeForSure(window);
      return;
    }
    event.preventDefault();
    if (asking) return;
    asking = true;
    if (window.isMinimized()) window.restore();
    window.show();
    options.cancelQuestions();
    void options
      .ask(question)
      .then((answer) => {
        if (answer.kind !== 'submit') options.updates()?.stayed();
        if (answer.kind !== 'submit' || window.isDestroyed()) return;
        silent = true;
        window.close();
      })
      .finally(() => (asking = false));
  });
  // Windows ends its session without waiting for answers.
  const silence = (): void => {
    silent = true;
    options.updates()?.leaveAsIs();
  };
  window.on('session-end', silence);
  return { silence };
}

const MOST_NAMED = 5;

/** Question about the losses; undefined without any. */
export function quitQuestion({
  paths,
  drafts,
  oneTimeResults,
  answers = [],
}: Losses): TrustedRequest | undefined {
  const lost = unsavedWork({ drafts, oneTimeResults });
  if (lost === '') return undefined;
  const named = [
    ...answers.map((value) => prose('One-time result', value)),
    ...paths.map((value) => ({ name: 'Unsaved edit', value })),
  ];
  const more = named.length - MOST_NAMED;
  const one = drafts + oneTimeResults === 1;
  return {
    kind: 'confirm',
    title: `Quit and lose ${lost}?`,
    facts: [...named.slice(0, MOST_NAMED), prose('And', more > 0 ? `${more} more` : '')],
    body: [`${one ? 'It is' : 'They are'} kept in memory only and cannot be brought back.`],
    action: one ? 'Quit and lose it' : 'Quit and lose them',
    destructive: true,
  };
}
