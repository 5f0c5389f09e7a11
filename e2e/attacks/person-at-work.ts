/**
 * A user beside a page under an attacker's control. They press keys and click, want something now and then, and read
 * the prompts: they agree only to the call and target that they have just asked for, and close every other prompt.
 */
import type { Page } from '@playwright/test';
import { untilClosed, type LaunchedApp } from '../steps/app.ts';

/** A user's intention, and their answer to its prompt. */
export interface PersonTask {
  /** The call for which they clicked, as an honest page would make it. */
  readonly call: readonly [name: string, input: object];
  /** True if a prompt, judged by its whole text, is the expected one. */
  readonly expects: (text: string) => boolean;
  readonly answer: (prompt: Page) => Promise<unknown>;
}

export interface Person {
  /** A key or a click sent to the window, as real input. */
  readonly press: (kind: number) => Promise<void>;
  /** Answers or closes each open prompt. */
  readonly attend: (task: PersonTask | undefined) => Promise<void>;
  readonly isAsked: () => boolean;
  readonly counts: { pressed: number; agreed: number; closed: number };
}

/** The user at the app's window. */
export function personAt(launched: LaunchedApp): Person {
  const counts = { pressed: 0, agreed: 0, closed: 0 };
  const open = (): Page | undefined =>
    launched.app.windows().find((page) => page.url().startsWith('app://trusted/') && !page.isClosed());

  async function attend(task: PersonTask | undefined): Promise<void> {
    let wanted = task;
    for (let prompt = open(); prompt !== undefined; prompt = open()) {
      const page = prompt;
      const text = await textOf(page);
      if (text === undefined) continue;
      const agrees = wanted?.expects(text) === true;
      counts[agrees ? 'agreed' : 'closed']++;
      const act = agrees ? wanted?.answer : undefined;
      await untilClosed(page, () => (act === undefined ? close(page) : agreeTo(page, text, act)));
      if (agrees) wanted = undefined;
    }
  }

  return {
    attend,
    counts,
    isAsked: () => open() !== undefined,
    press: async (kind) => {
      // The prompt covers the window and takes all input.
      if (open() !== undefined) return;
      counts.pressed++;
      const { window } = launched;
      // The page can be replaced during the press.
      await pressed(window, kind).catch(() => undefined);
    },
  };
}

function close(prompt: Page): Promise<void> {
  return prompt.keyboard.press('Escape');
}

/** Answers a prompt. If it was withdrawn meanwhile, its text differs by then and it is closed. */
async function agreeTo(prompt: Page, read: string, answer: PersonTask['answer']): Promise<void> {
  try {
    await answer(prompt);
  } catch (error) {
    const now = prompt.isClosed() ? undefined : await textOf(prompt);
    if (now === undefined || now === read) throw error;
    await close(prompt);
  }
}

/** Input by kind: clicks, letters of several scripts, navigation keys, selection, drag, paste and scroll. */
const hands: readonly ((window: Page) => Promise<unknown>)[] = [
  (window) => window.mouse.click(640, 420),
  (window) => window.keyboard.press('F2'),
  (window) => window.keyboard.press('a'),
  // As text: clipboard-keys.e2e covers the keys of other layouts.
  (window) => window.keyboard.insertText('м ω ה ر'),
  (window) => window.keyboard.press('Tab'),
  (window) => window.keyboard.press('Control+v'),
  (window) => window.keyboard.press('Control+a'),
  (window) => window.mouse.dblclick(500, 300),
  async ({ mouse }) => {
    await mouse.move(420, 300);
    await mouse.down();
    await mouse.move(760, 360, { steps: 3 });
    await mouse.up();
  },
  (window) => window.mouse.wheel(0, 300),
];

/** Number of kinds of input. */
export const HANDS = hands.length;

async function pressed(window: Page, kind: number): Promise<void> {
  await hands[kind % hands.length]?.(window);
}

/** Text of a prompt once it can be answered; undefined if it closes first. */
async function textOf(prompt: Page): Promise<string | undefined> {
  try {
    await prompt.locator('[role=dialog][data-armed]').waitFor();
    return await prompt.locator('[role=dialog]').innerText();
  } catch (error) {
    if (prompt.isClosed()) return undefined;
    throw error;
  }
}
