/** Replaces a prompt whose request was withdrawn: never another question, and without an input field. */
import { make } from './dom.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';
import { titleText } from './visible-text.ts';

/** Builds the prompt; `title` is the request's. */
export function withdrawnPrompt(title: string, answer: Answer): Prompt {
  return promptFrame({
    icon: 'warning',
    title: 'This request was withdrawn',
    text: [
      make(
        'p',
        { role: 'alert' },
        `“${titleText(title)}” is no longer asked for. Nothing was sent, and what you had typed is discarded.`,
      ),
    ],
    submit: () => undefined,
    answer,
    cancel: 'Close',
  });
}
