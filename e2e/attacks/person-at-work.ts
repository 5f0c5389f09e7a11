/**
 * A person beside a page that somebody else controls. They press keys and click, want something now and then, and read
 * what a prompt says: they agree only to what they have just asked for, about what they asked it for, and close every other.
 */
import type { Page } from '@playwright/test';
import { untilClosed, type LaunchedApp } from '../steps/app.ts';

/** What a person wants, and how they answer the prompt of it. */
export interface PersonTask {
  /** What they clicked for, as the page would ask main for it if it were honest. */
  readonly call: readonly [name: string, input: object];
  /** Whether a prompt is the one that they expect, by all that stands on it. */
  readonly expects: (text: string) => boolean;
  readonly answer: (prompt: Page) => Promise<unknown>;
}

export interface Person {
  /** A key or a click that goes to the window, as hands make them. */
  readonly press: (kind: number) => Promise<void>;
  /** Answers or closes every prompt that is open. */
  readonly attend: (task: PersonTask | undefined) => Promise<void>;
  readonly isAsked: () => boolean;
  readonly counts: { pressed: number; agreed: number; closed: number };
}

/** Somebody at the app's window. */
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
      // The prompt covers the window: what hands do goes there.
      if (open() !== undefined) return;
      counts.pressed++;
      const { window } = launched;
      // The page may be replaced under their hands.
      await pressed(window, kind).catch(() => undefined);
    },
  };
}

function close(prompt: Page): Promise<void> {
  return prompt.keyboard.press('Escape');
}

/** Answers a prompt; one that was withdrawn under their hands says something else by then, and is closed. */
async function agreeTo(prompt: Page, read: string, answer: PersonTask['answer']): Promise<void> {
  try {
    await answer(prompt);
  } catch (error) {
    const now = prompt.isClosed() ? undefined : await textOf(prompt);
    if (now === undefined || now === read) throw error;
    await close(prompt);
  }
}

/** What hands do, by kind: they click, type letters of several scripts, go by keys, select, drag, paste and scroll. */
const hands: readonly ((window: Page) => Promise<unknown>)[] = [
  (window) => window.mouse.click(640, 420),
  (window) => window.keyboard.press('F2'),
  (window) => window.keyboard.press('a'),
  // As text: the keys of other layouts are tried by clipboard-keys.e2e.
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

/** How many things hands do. */
export const HANDS = hands.length;

async function pressed(window: Page, kind: number): Promise<void> {
  await hands[kind % hands.length]?.(window);
}

/** What a prompt says once it can be answered; undefined where it went before. */
async function textOf(prompt: Page): Promise<string | undefined> {
  try {
    await prompt.locator('[role=dialog][data-armed]').waitFor();
    return await prompt.locator('[role=dialog]').innerText();
  } catch (error) {
    if (prompt.isClosed()) return undefined;
    throw error;
  }
}
