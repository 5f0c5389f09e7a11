/**
 * Real key strokes, one at a time, at varying moments of the display's frame, each timed until its result is painted.
 */
import { atAnyMoment } from './moment.ts';
import type { Page } from './page.ts';

/** A stroke and its painted result. */
export interface Stroke {
  readonly key: string;
  /** Text of the field afterwards. */
  readonly text: string;
  /**
   * Rows in the tree or the grid, and the first of them; for the palette, the names in its list, at most as many as
   * it shows. Ignored if only the field is watched.
   */
  readonly count: number;
  readonly first: string;
}

/** Part of the page where the result is painted. */
type Watched = 'tree' | 'grid' | 'palette' | 'field';

/** Types each word letter by letter and deletes it likewise; `painted` returns the expected result of each text. */
export function strokesOf(
  words: readonly string[],
  painted: (text: string) => Omit<Stroke, 'key'>,
): Stroke[] {
  const texts = words.flatMap((word) => {
    const growing = Array.from(word, (_, at) => word.slice(0, at + 1));
    return [...growing, ...growing.toReversed().slice(1), ''];
  });
  return texts.map((text, at) => ({
    ...painted(text),
    key: text.length > (texts[at - 1] ?? '').length ? text.slice(-1) : 'Backspace',
  }));
}

/**
 * Presses the strokes one at a time into the focused element, and returns the milliseconds of each until its result
 * is painted: in the tree, in a grid's rows, in the palette's list, or in the field itself.
 */
export async function timeStrokes(
  page: Page,
  strokes: readonly Stroke[],
  watched: Watched,
): Promise<number[]> {
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  const times: number[] = [];
  for (const [at, stroke] of strokes.entries()) {
    await atAnyMoment(at);
    await page.run(watchNextStroke, { ...stroke, watched });
    await page.press(stroke.key);
    times.push(
      await page.run(() => (globalThis as { benchPainted?: Promise<number> }).benchPainted ?? NaN, null),
    );
  }
  return times;
}

/**
 * Runs inside the page, passed as text. Leaves a promise of the milliseconds from the next `keydown` to paint in
 * `benchPainted`; it rejects after 5 s.
 */
function watchNextStroke(expected: Stroke & { readonly watched: Watched }): void {
  const world = globalThis as { benchPainted?: Promise<number> };
  world.benchPainted = new Promise((resolve, reject) => {
    let pressedAt = 0;
    const isRight = (): boolean => {
      const field = document.activeElement;
      const typed = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (!typed || field.value !== expected.text) return false;
      if (expected.watched === 'field') return true;
      if (expected.watched === 'palette') {
        const labels = [...document.querySelectorAll('[role="option"]')].map(
          (option) => option.querySelector('[data-mono]')?.textContent ?? '',
        );
        const names = labels.filter((label) => label.startsWith('name-'));
        // Other matches can take a line of the names.
        return (
          labels.length > 0 &&
          names.length <= expected.count &&
          labels.length >= expected.count &&
          (names[0] ?? '') === expected.first &&
          names.every((name) => name.includes(expected.text))
        );
      }
      if (expected.watched === 'grid') {
        const grid = document.querySelector('[role="grid"]');
        const row = grid?.querySelector('[role="row"][aria-rowindex="2"]');
        // The head is a row, too.
        return (
          grid?.getAttribute('aria-rowcount') === String(expected.count + 1) &&
          row?.textContent.includes(expected.first) === true
        );
      }
      const first = [...document.querySelectorAll('[role="treeitem"]')].find((row) =>
        row.textContent.includes('name-'),
      );
      return (
        first?.getAttribute('aria-setsize') === String(expected.count) &&
        first.getAttribute('aria-posinset') === '1' &&
        first.textContent.includes(expected.first)
      );
    };
    const look = (): void => {
      if (pressedAt === 0 || !isRight()) return;
      stop();
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          resolve(performance.now() - pressedAt);
        });
      });
    };
    const pressed = (event: Event): void => {
      pressedAt = event.timeStamp;
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      stop();
      const rows = [...document.querySelectorAll('[role="treeitem"], [role="option"], [role="row"]')]
        .slice(0, 6)
        .map((row) => row.outerHTML.slice(0, 160));
      reject(new Error(`not painted: ${JSON.stringify(expected)}; there are ${rows.join(' ')}`));
    }, 5_000);
    const stop = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('keydown', pressed, true);
      removeEventListener('input', look);
    };
    addEventListener('keydown', pressed, true);
    addEventListener('input', look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
  });
}
