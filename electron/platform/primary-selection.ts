/**
 * X11's primary selection: whatever is selected in a window is there for every program, and no one clears it. Chromium
 * fills it from our pages, also with a revealed value, and no interface says who did. So it is looked at before and after
 * each input that can select: what has changed in between came from our page, and is cleared by the clipboard's clock, by a
 * lock and at quit, if it is still there. The page is not asked, since a broken one would not tell.
 */
import { createHash } from 'node:crypto';
import type { InputEvent, KeyboardInputEvent, WebContents } from 'electron';
import type { PrimarySelection } from './clipboard.ts';

/** Chromium hands a selection over a moment after the input that made it; measured: a few milliseconds. */
export const SETTLED_MS = 150;

export interface PrimarySelectionOptions {
  readonly selection: PrimarySelection;
  readonly seconds: () => number;
  readonly log: (line: string) => void;
}

export interface PrimarySelectionWatch {
  /** An input that may select begins. */
  readonly begin: () => void;
  /** It has ended. */
  readonly end: () => void;
  /** Clears what came from our pages, now, if it is still there. */
  readonly clearNow: () => Promise<void>;
}

/** Watches what our pages put into the primary selection. */
export function watchPrimarySelection(options: PrimarySelectionOptions): PrimarySelectionWatch {
  const { selection, log } = options;
  let before: Promise<string> | undefined;
  let settling: NodeJS.Timeout | undefined;
  let ours: { readonly hash: string; readonly timer: NodeJS.Timeout } | undefined;

  const look = async (): Promise<string> => hashOf(await selection.read());

  async function judge(): Promise<void> {
    clearTimeout(settling);
    settling = undefined;
    const then = before;
    before = undefined;
    if (then === undefined) return;
    const now = await look();
    if (now === NOTHING || now === (await then)) return;
    clearTimeout(ours?.timer);
    const timer = setTimeout(() => void clear().catch(failed), options.seconds() * 1000);
    timer.unref();
    ours = { hash: now, timer };
  }

  async function clear(): Promise<void> {
    const mine = ours;
    ours = undefined;
    clearTimeout(mine?.timer);
    if (mine !== undefined && (await look()) === mine.hash) await selection.clear();
  }

  const failed = (error: unknown): void => log(`the primary selection: ${String(error)}`);

  return {
    begin: () => {
      clearTimeout(settling);
      before ??= afterInput().then(look);
      before.catch(() => undefined);
    },
    end: () => {
      clearTimeout(settling);
      if (before !== undefined) settling = setTimeout(() => void judge().catch(failed), SETTLED_MS);
    },
    clearNow: async () => {
      try {
        await judge();
        await clear();
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** Reading the selection handles other events of the system before it returns: not while an input is being given out. */
function afterInput(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Tells the watch of every input to the page that may select: mouse buttons, and keys with Shift or Ctrl. */
export function hearSelecting(
  contents: WebContents,
  { begin, end }: Pick<PrimarySelectionWatch, 'begin' | 'end'>,
): void {
  contents.on('input-event', (_input, event) => {
    const step = selectingStep(event);
    if (step === 'begin') begin();
    else if (step === 'end') end();
  });
}

/** Whether an input may begin or end a selection. */
export function selectingStep(event: InputEvent): 'begin' | 'end' | undefined {
  if (event.type === 'mouseDown') return 'begin';
  if (event.type === 'mouseUp' || event.type === 'keyUp') return 'end';
  if (event.type !== 'rawKeyDown' && event.type !== 'keyDown') return undefined;
  const { keyCode, modifiers = [] } = event as KeyboardInputEvent;
  const all =
    modifiers.some((one) => ['control', 'ctrl', 'meta', 'command', 'cmd'].includes(one)) &&
    /^a$/i.test(keyCode);
  const more = modifiers.includes('shift') && /Left|Right|Up|Down|Home|End|Page/i.test(keyCode);
  return all || more ? 'begin' : undefined;
}

function hashOf(text: string): string {
  return text === '' ? NOTHING : createHash('sha256').update(text, 'utf8').digest('base64');
}

const NOTHING = '';
