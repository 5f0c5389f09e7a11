/**
 * X11's primary selection: whatever is selected in a window is there for every program, and no one clears it. Chromium
 * fills it from our pages, also with a revealed value, and no interface says who did. So it is looked at before and after
 * each input that can select: what has changed in between came from our page, and is cleared by the clipboard's clock, by a
 * lock and at quit, if it is still there. The page is not asked, since a broken one would not tell. A busy machine hands a
 * selection over seconds late, so it is looked at several times, until the window loses the focus.
 *
 * What is selected in the trusted view may be a credential: a middle click would paste it into the page, so it is known for
 * one for as long as it may be there (`window/paste-guard.ts`).
 */
import { createHash } from 'node:crypto';
import type { InputEvent, KeyboardInputEvent, WebContents } from 'electron';
import type { PrimarySelection } from './clipboard.ts';
import { faultOf } from '../disk/fault.ts';

/** Chromium hands a selection over a moment after the input that made it; measured: a few milliseconds. */
export const SETTLED_MS = 150;
/** Further looks after an input to the page that has changed nothing yet, each so many milliseconds after the one before. */
const LATER_MS: readonly number[] = [450, 1_400, 4_000];
/** A look that took longer may have seen what its own input selected. */
const PROMPT_LOOK_MS = 50;

export interface PrimarySelectionOptions {
  readonly selection: PrimarySelection;
  readonly seconds: () => number;
  readonly log: (line: string) => void;
}

export interface PrimarySelectionWatch {
  /** The trusted view opens: whatever differs from now on may have been selected in it. */
  readonly promptOpens: () => void;
  /** An input that may select begins; in the page, or in the trusted view. */
  readonly begin: (where: SelectedIn) => void;
  /** It has ended. */
  readonly end: (where: SelectedIn) => void;
  /** The window has lost the focus: what is selected from now on is somebody else's. */
  readonly leave: () => void;
  /** Clears what came from our pages, now, if it is still there; also what the system hands over after it. */
  readonly clearNow: () => Promise<void>;
  /** Whether something of the trusted view may be there. */
  readonly mayHoldCredential: () => boolean;
  /** Looks whether it still is. */
  readonly holdsCredential: () => Promise<boolean>;
}

export type SelectedIn = 'page' | 'prompt';

/** Watches what our pages put into the primary selection. */
export function watchPrimarySelection(options: PrimarySelectionOptions): PrimarySelectionWatch {
  const { selection, log } = options;
  let before: Promise<string> | undefined;
  /** What was there when the trusted view opened: main may be too busy to look before its first input has selected. */
  let outside: Promise<string> | undefined;
  let where: SelectedIn = 'page';
  let credential: string | undefined;
  let settling: NodeJS.Timeout | undefined;
  let later: readonly number[] = [];
  /** What was there at the last look. */
  let seen: string | undefined;
  /** All is to be cleared: by a lock, by a quit. */
  let clearing = false;
  let begun = 0;
  let ours: { readonly hash: string; readonly timer: NodeJS.Timeout } | undefined;

  const look = async (): Promise<string> => hashOf(await selection.read());

  /** What is there before an input; where main was too busy to look at once, what was there at the last look. */
  async function lookBefore(): Promise<string> {
    const startedMs = performance.now();
    await afterInput();
    const now = await look();
    return performance.now() - startedMs > PROMPT_LOOK_MS ? (seen ?? now) : now;
  }

  /** Finds out whether the input has selected something. */
  async function judge(): Promise<void> {
    clearTimeout(settling);
    settling = undefined;
    const then = before;
    const at = begun;
    if (then === undefined) return;
    const looks = Promise.all([where === 'prompt' ? (outside ?? then) : then, look()]);
    const [was, now] = await looks.catch((error: unknown) => {
      // The next input looks anew: a look that failed must not be the last one.
      if (before === then) before = undefined;
      throw error;
    });
    // Another input has begun meanwhile, whose end has the last word; or somebody else has judged.
    if (begun !== at || before !== then) return;
    seen = now;
    if (now === NOTHING || now === was) {
      const [next, ...rest] = where === 'page' ? later : [];
      later = rest;
      if (next === undefined) before = undefined;
      else settle(next);
      return;
    }
    before = undefined;
    credential = where === 'prompt' ? now : undefined;
    clearTimeout(ours?.timer);
    const timer = setTimeout(() => void clear().catch(failed), options.seconds() * 1000);
    timer.unref();
    ours = { hash: now, timer };
    if (clearing) await clear();
  }

  function settle(afterMs = SETTLED_MS): void {
    clearTimeout(settling);
    settling = setTimeout(() => void judge().catch(failed), afterMs);
    settling.unref();
  }

  async function clear(): Promise<void> {
    const mine = ours;
    ours = undefined;
    clearTimeout(mine?.timer);
    if (mine !== undefined && (await look()) === mine.hash) await selection.clear();
    if (mine?.hash === credential) credential = undefined;
  }

  /** Something may have been selected in the trusted view, and is not there yet. */
  const isSuspect = (): boolean => before !== undefined && where === 'prompt';

  const failed = (error: unknown): void => log(`the primary selection: ${faultOf(error)}`);

  return {
    promptOpens: () => {
      outside = afterInput().then(look);
      // `clear` awaits it, too, and logs what failed.
      outside.catch(() => undefined);
    },
    begin: (selectedIn) => {
      clearTimeout(settling);
      begun++;
      clearing = false;
      if (selectedIn === 'page') later = LATER_MS;
      // What was selected in the trusted view a moment ago and is not settled yet stays its own.
      if (before === undefined || selectedIn === 'prompt') where = selectedIn;
      before ??= lookBefore();
      // `judge` awaits it, too, and logs what failed.
      before.catch(() => undefined);
    },
    end: (selectedIn) => {
      clearTimeout(settling);
      // The system may have handed it over late: each further input of the trusted view, and its end, looks again.
      if (before === undefined && selectedIn === 'prompt') {
        where = 'prompt';
        before = outside;
      }
      if (before !== undefined) settle();
    },
    leave: () => {
      later = [];
      if (before !== undefined) settle();
    },
    clearNow: async () => {
      clearing = true;
      try {
        await judge();
        await clear();
      } catch (error) {
        failed(error);
      }
    },
    mayHoldCredential: () => credential !== undefined || isSuspect(),
    holdsCredential: async () => {
      await judge();
      return isSuspect() || (credential !== undefined && (await look()) === credential);
    },
  };
}

/** Reading the selection handles other events of the system before it returns: not while an input is being given out. */
function afterInput(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Tells the watch of every input to a page of ours that may select: mouse buttons, and keys with Shift or Ctrl. */
export function hearSelecting(
  contents: WebContents,
  { promptOpens, begin, end }: Pick<PrimarySelectionWatch, 'promptOpens' | 'begin' | 'end'>,
  where: SelectedIn,
): void {
  if (where === 'prompt') promptOpens();
  contents.on('input-event', (_input, event) => {
    const step = selectingStep(event);
    if (step === 'begin') begin(where);
    else if (step === 'end') end(where);
  });
  if (where === 'prompt') contents.once('destroyed', () => end(where));
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
