/**
 * X11's primary selection: text selected in a window can be read by every program, and no program clears it. Chromium
 * fills it from our pages, also with a revealed value, and no interface names the source. So it is read before and
 * after each input that can select: a change in between came from our page, and is cleared by the clipboard's clock,
 * by a lock and at quit, if it is still there. The page is not asked, since a broken one would not tell. A busy
 * machine hands a selection over seconds late, so it is read several times, until the window loses the focus.
 *
 * Reading holds main up, for as long as the program that owns the selection takes to answer. So an input takes over
 * what the last read saw if that is recent and the window kept the focus, and after a click in one spot, which selects
 * nothing in a sane page, one late read is enough. The clock starts with the input, whenever the selection is found:
 * nothing of ours stays longer for it. Another program's text is taken for ours, and cleared, if it was selected
 * without taking the focus from us, at most `RECENT_MS` before an input or soon after.
 *
 * Text selected in the trusted view can be a credential: a middle click would paste it into the page, so it counts as
 * one for as long as it can be there (`window/paste-guard.ts`).
 */
import { createHash } from 'node:crypto';
import type { InputEvent, KeyboardInputEvent, MouseInputEvent, WebContents } from 'electron';
import type { PrimarySelection } from './clipboard.ts';
import { faultOf } from '../disk/fault.ts';

/** Chromium hands a selection over a moment after its input; measured: a few milliseconds. */
export const SETTLED_MS = 150;
/**
 * Delays of further reads after an input to the page without a change so far, in milliseconds, each after the one
 * before.
 */
const LATER_MS: readonly number[] = [450, 1_400, 4_000];
/** Delay of the one read after clicks that select nothing, from the first of them. */
export const CLICK_MS = 6_000;
/** Age up to which the last read counts as a read before an input. */
export const RECENT_MS = 10_000;
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
  /** It has ended; `as` a click if it selected nothing in a sane page. */
  readonly end: (where: SelectedIn, as?: EndedAs) => void;
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

export type EndedAs = 'selection' | 'click';

/** A selection that came from our pages, until it is cleared. */
interface OwnSelection {
  /** Takes over the selection of this hash; its clock has run since that moment. */
  readonly take: (hash: string, from: SelectedIn, sinceMs: number) => void;
  /** Clears it if it is still there. */
  readonly clear: () => Promise<void>;
  /** Hash of text selected in the trusted view. */
  readonly credential: () => string | undefined;
}

/** Reads the selection, as a hash, and remembers what it saw. */
interface Reader {
  readonly look: () => Promise<string>;
  /** Selection before an input. */
  readonly lookBefore: () => Promise<string>;
  /** Takes over a change of our own. */
  readonly note: (hash: string) => void;
  /** Another program can select while our window does not have the focus. */
  readonly setFocus: (hasFocus: boolean) => void;
}

function makeReader(selection: PrimarySelection): Reader {
  let seen: string | undefined;
  /** Time of the last read; undefined if the window has not kept the focus since. */
  let seenMs: number | undefined;
  let hasFocus = false;

  function note(hash: string): void {
    seen = hash;
    seenMs = hasFocus ? performance.now() : undefined;
  }

  async function look(): Promise<string> {
    const hash = hashOf(await selection.read());
    note(hash);
    return hash;
  }

  return {
    look,
    lookBefore: async () => {
      const startedMs = performance.now();
      const last = seen;
      if (last !== undefined && seenMs !== undefined && startedMs - seenMs <= RECENT_MS) return last;
      await afterInput();
      const now = await look();
      // Main was too busy to read at once: a late read can have seen the input's own selection.
      return performance.now() - startedMs > PROMPT_LOOK_MS ? (last ?? now) : now;
    },
    note,
    setFocus: (focused) => {
      hasFocus = focused;
      if (!focused) seenMs = undefined;
    },
  };
}

function makeOwnSelection(
  { selection, seconds }: PrimarySelectionOptions,
  { look, note }: Reader,
  failed: (error: unknown) => void,
): OwnSelection {
  let credential: string | undefined;
  let ours: { readonly hash: string; readonly timer: NodeJS.Timeout } | undefined;

  async function clear(): Promise<void> {
    const mine = ours;
    ours = undefined;
    clearTimeout(mine?.timer);
    if (mine !== undefined && (await look()) === mine.hash) {
      await selection.clear();
      // The same text can be selected again, and differs from this.
      note(NOTHING);
    }
    if (mine?.hash === credential) credential = undefined;
  }

  return {
    take: (hash, from, sinceMs) => {
      credential = from === 'prompt' ? hash : undefined;
      clearTimeout(ours?.timer);
      const leftMs = seconds() * 1000 - (performance.now() - sinceMs);
      const timer = setTimeout(() => void clear().catch(failed), Math.max(0, leftMs));
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
  /** End of the first input since `before`. */
  let endedMs: number | undefined;
  /** All inputs since `before` were clicks in one spot. */
  let onlyClicks = true;
  /** Set by a lock and a quit: clear all. */
  let clearing = false;
  let begun = 0;

  const failed = (error: unknown): void => log(`the primary selection: ${faultOf(error)}`);
  const reader = makeReader(selection);
  const { look } = reader;
  const own = makeOwnSelection(options, reader, failed);

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
    if (now === NOTHING || now === was) {
      const [next, ...rest] = where === 'page' && !onlyClicks ? later : [];
      later = rest;
      if (next === undefined) before = undefined;
      else settle(next);
      return;
    }
    before = undefined;
    own.take(now, where, endedMs ?? performance.now());
    if (clearing) await own.clear();
  }

  function settle(afterMs = SETTLED_MS): void {
    clearTimeout(settling);
    settling = setTimeout(() => void judge().catch(failed), afterMs);
    settling.unref();
  }

  /** Reads once the selection of the pending inputs can have arrived. */
  function settleInputs(): void {
    const lateMs = (endedMs ?? 0) + Math.min(CLICK_MS, options.seconds() * 1000) - performance.now();
    settle(where === 'page' && onlyClicks ? Math.max(SETTLED_MS, lateMs) : SETTLED_MS);
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
      reader.setFocus(true);
      if (before === undefined) {
        endedMs = undefined;
        onlyClicks = true;
      }
      if (selectedIn === 'page') later = LATER_MS;
      // A selection of the trusted view that has not settled yet still counts as its own.
      if (before === undefined || selectedIn === 'prompt') where = selectedIn;
      before ??= reader.lookBefore();
      // `judge` awaits it, too; errors are logged.
      before.catch(() => undefined);
    },
    end: (selectedIn, as = 'selection') => {
      clearTimeout(settling);
      // The system can have handed it over late: each further input of the trusted view, and its end, reads again.
      if (before === undefined && selectedIn === 'prompt') {
        where = 'prompt';
        before = outside;
        endedMs = undefined;
      }
      endedMs ??= performance.now();
      if (as === 'selection') onlyClicks = false;
      if (before !== undefined) settleInputs();
    },
    leave: () => {
      later = [];
      reader.setFocus(false);
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

/** Distance in pixels between press and release of a click in one spot. */
const SPOT_PX = 3;

/** Reports every input to our page that can select: mouse buttons, and keys with Shift or Ctrl. */
export function hearSelecting(
  contents: WebContents,
  { promptOpens, begin, end }: Pick<PrimarySelectionWatch, 'promptOpens' | 'begin' | 'end'>,
  where: SelectedIn,
): void {
  if (where === 'prompt') promptOpens();
  let began: InputEvent | undefined;
  contents.on('input-event', (_input, event) => {
    const step = selectingStep(event);
    if (step === 'begin') {
      began = event;
      begin(where);
    } else if (step === 'end') end(where, endedAs(began, event));
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

/** A press of the mouse selects only if it moves or is repeated. */
export function endedAs(began: InputEvent | undefined, event: InputEvent): EndedAs {
  if (began?.type !== 'mouseDown') return 'selection';
  if (event.type !== 'mouseUp') return 'click';
  const [from, to] = [began as MouseInputEvent, event as MouseInputEvent];
  return to.clickCount === 1 && Math.hypot(to.x - from.x, to.y - from.y) <= SPOT_PX ? 'click' : 'selection';
}

function hashOf(text: string): string {
  return text === '' ? NOTHING : createHash('sha256').update(text, 'utf8').digest('base64');
}

const NOTHING = '';
