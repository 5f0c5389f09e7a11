/**
 * X11's primary selection: text selected in a window can be read by every program, and no program clears it. Chromium
 * fills it from our pages, also with a revealed value, and no interface names the source. So it is read before and
 * after each input that can select: a change in between came from our page, and is cleared by the clipboard's clock,
 * by a lock and at quit, if it is still there. The page is not asked, since a broken one would not tell. A busy
 * machine hands a selection over seconds late, so it is read several times, until the window loses the focus.
 *
 * Text selected in the trusted view can be a credential: a middle click would paste it into the page, so it counts as
 * one for as long as it can be there (`window/paste-guard.ts`).
 */
import { createHash } from 'node:crypto';
import type { InputEvent, KeyboardInputEvent, WebContents } from 'electron';
import type { PrimarySelection } from './clipboard.ts';
import { faultOf } from '../disk/fault.ts';

/** Chromium hands a selection over a moment after its input; measured: a few milliseconds. */
export const SETTLED_MS = 150;
/**
 * Delays of further reads after an input to the page without a change so far, in milliseconds, each after the one
 * before.
 */
const LATER_MS: readonly number[] = [450, 1_400, 4_000];
/** A slower read can have seen its own input's selection. */
const PROMPT_LOOK_MS = 50;

export interface PrimarySelectionOptions {
  readonly selection: PrimarySelection;
  readonly seconds: () => number;
  readonly log: (line: string) => void;
}

export interface PrimarySelectionWatch {
  /** The trusted view opens: every later change can have been selected in it. */
  readonly promptOpens: () => void;
  /** An input that can select begins, in the page or in the trusted view. */
  readonly begin: (where: SelectedIn) => void;
  /** It has ended. */
  readonly end: (where: SelectedIn) => void;
  /** The window has lost the focus: later selections belong to other programs. */
  readonly leave: () => void;
  /** Clears our pages' selection now, if it is still there; also one that the system hands over afterwards. */
  readonly clearNow: () => Promise<void>;
  /** True if the trusted view's text can be there. */
  readonly mayHoldCredential: () => boolean;
  /** Checks it by reading. */
  readonly holdsCredential: () => Promise<boolean>;
}

export type SelectedIn = 'page' | 'prompt';

/** A selection that came from our pages, until it is cleared. */
interface OwnSelection {
  /** Takes over the selection of this hash, and starts its clock. */
  readonly take: (hash: string, from: SelectedIn) => void;
  /** Clears it if it is still there. */
  readonly clear: () => Promise<void>;
  /** Hash of text selected in the trusted view. */
  readonly credential: () => string | undefined;
}

function makeOwnSelection(
  { selection, seconds }: PrimarySelectionOptions,
  look: () => Promise<string>,
  failed: (error: unknown) => void,
): OwnSelection {
  let credential: string | undefined;
  let ours: { readonly hash: string; readonly timer: NodeJS.Timeout } | undefined;

  async function clear(): Promise<void> {
    const mine = ours;
    ours = undefined;
    clearTimeout(mine?.timer);
    if (mine !== undefined && (await look()) === mine.hash) await selection.clear();
    if (mine?.hash === credential) credential = undefined;
  }

  return {
    take: (hash, from) => {
      credential = from === 'prompt' ? hash : undefined;
      clearTimeout(ours?.timer);
      const timer = setTimeout(() => void clear().catch(failed), seconds() * 1000);
      timer.unref();
      ours = { hash, timer };
    },
    clear,
    credential: () => credential,
  };
}

/** Watches our pages' primary selection. */
export function watchPrimarySelection(options: PrimarySelectionOptions): PrimarySelectionWatch {
  const { selection, log } = options;
  let before: Promise<string> | undefined;
  /** Selection when the trusted view opened: main can be too busy before the view's first input. */
  let outside: Promise<string> | undefined;
  let where: SelectedIn = 'page';
  let settling: NodeJS.Timeout | undefined;
  let later: readonly number[] = [];
  /** Hash at the last read. */
  let seen: string | undefined;
  /** Set by a lock and a quit: clear all. */
  let clearing = false;
  let begun = 0;

  const look = async (): Promise<string> => hashOf(await selection.read());
  const failed = (error: unknown): void => log(`the primary selection: ${faultOf(error)}`);
  const own = makeOwnSelection(options, look, failed);

  /** Reads the selection before an input; if main was too busy to read it at once, the last read counts. */
  async function lookBefore(): Promise<string> {
    const startedMs = performance.now();
    await afterInput();
    const now = await look();
    return performance.now() - startedMs > PROMPT_LOOK_MS ? (seen ?? now) : now;
  }

  /** Finds out if the input has selected something. */
  async function judge(): Promise<void> {
    clearTimeout(settling);
    settling = undefined;
    const then = before;
    const at = begun;
    if (then === undefined) return;
    const looks = Promise.all([where === 'prompt' ? (outside ?? then) : then, look()]);
    const [was, now] = await looks.catch((error: unknown) => {
      // The next input reads anew: a failed read must not be the last one.
      if (before === then) before = undefined;
      throw error;
    });
    // Another input has begun meanwhile, whose end decides; or another call has judged it.
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
    own.take(now, where);
    if (clearing) await own.clear();
  }

  function settle(afterMs = SETTLED_MS): void {
    clearTimeout(settling);
    settling = setTimeout(() => void judge().catch(failed), afterMs);
    settling.unref();
  }

  /** True if the trusted view can have selected text that has not arrived yet. */
  const isSuspect = (): boolean => before !== undefined && where === 'prompt';

  return {
    promptOpens: () => {
      outside = afterInput().then(look);
      // `judge` awaits it, too; errors are logged.
      outside.catch(() => undefined);
    },
    begin: (selectedIn) => {
      clearTimeout(settling);
      begun++;
      clearing = false;
      if (selectedIn === 'page') later = LATER_MS;
      // A selection of the trusted view that has not settled yet still counts as its own.
      if (before === undefined || selectedIn === 'prompt') where = selectedIn;
      before ??= lookBefore();
      // `judge` awaits it, too; errors are logged.
      before.catch(() => undefined);
    },
    end: (selectedIn) => {
      clearTimeout(settling);
      // The system can have handed it over late: each further input of the trusted view, and its end, reads again.
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
        await own.clear();
      } catch (error) {
        failed(error);
      }
    },
    mayHoldCredential: () => own.credential() !== undefined || isSuspect(),
    holdsCredential: async () => {
      await judge();
      const credential = own.credential();
      return isSuspect() || (credential !== undefined && (await look()) === credential);
    },
  };
}

/**
 * Waits for the end of the current input event: reading the selection handles other system events before it returns.
 */
function afterInput(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Reports every input to our page that can select: mouse buttons, and keys with Shift or Ctrl. */
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

/** Selection step of an input, if any. */
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
