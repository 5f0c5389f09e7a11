/**
 * The trusted view: the one place that shows a credential. A view of its own origin, session and process laid over
 * the whole window; its page draws a scrim and one prompt, answers one request and is destroyed with its process.
 * While it is open the page below gets no input: the mouse cannot reach it, its keys are dropped, and focus that it
 * takes goes back. Everything that matters is checked here and not in the page: main compares a name that must be
 * typed, and nothing is answered or copied before the prompt is armed (`arming.ts`).
 */
import {
  nativeTheme,
  session,
  WebContentsView,
  type BrowserWindow,
  type InputEvent,
  type WebContents,
} from 'electron';
import type { AskedPrompt, TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { trustedChannels } from '../ipc/channels.ts';
import { whyRefused, type AllowedPage } from '../ipc/guard.ts';
import { serveApp } from './app-protocol.ts';
import { makeArming, type ArmingTimes, type Clock } from './arming.ts';
import { promptInput } from './prompt-input.ts';
import { drawMark, type PromptMarkStore } from './prompt-mark.ts';
import { makePromptQueue, type PromptQueue, type ShownPrompt } from './prompt-queue.ts';
import { parseAnswer, satisfies, takesText } from './trusted-answer.ts';
import { zoomLike } from './zoom.ts';
import { faultOf } from '../disk/fault.ts';

const HOST = 'trusted';
/** Lives in memory; the page stores nothing, so that one session serves all views, each with a process of its own. */
const PARTITION = 'trusted';

export interface TrustedViewOptions {
  /** The window to lay it over; without one, every request is cancelled. */
  readonly window: () => BrowserWindow | undefined;
  /** Called before every request. */
  readonly makeWay: () => void;
  readonly pageFolder: string;
  readonly preload: string;
  readonly developerTools: boolean;
  readonly arming: ArmingTimes;
  /** Opened with the first prompt. */
  readonly mark: () => PromptMarkStore;
  readonly copySecret: (text: string) => Promise<unknown>;
  /** Called with each view before its page is loaded. */
  readonly watch: (contents: WebContents) => void;
  readonly log: (line: string) => void;
}

/** Makes the trusted view's queue. */
export function makeTrustedView(options: TrustedViewOptions): PromptQueue {
  let served = false;
  return makePromptQueue((request) => {
    const window = options.window();
    if (window === undefined || window.isDestroyed()) return undefined;
    if (!served) serveApp(session.fromPartition(PARTITION), HOST, options.pageFolder);
    served = true;
    return show(request, window, options);
  }, options.makeWay);
}

function show(request: TrustedRequest, window: BrowserWindow, options: TrustedViewOptions): ShownPrompt {
  const view = new WebContentsView({
    webPreferences: {
      preload: options.preload,
      partition: PARTITION,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: options.developerTools,
    },
  });
  const { webContents: contents } = view;
  options.watch(contents);
  view.setBackgroundColor('#00000000');
  zoomLike(window, view);
  const release = layOver(window, view);
  const closed = Promise.withResolvers<TrustedAnswer>();
  let open = true;
  const finish = (answer: TrustedAnswer): void => {
    if (!open) return;
    open = false;
    prompt.stop();
    window.off('closed', takeAway);
    release();
    if (!contents.isDestroyed()) contents.close({ waitForBeforeUnload: false });
    closed.resolve(answer);
  };
  const takeAway = (): void => finish({ kind: 'cancel' });
  const prompt = serve(request, { contents, below: window.webContents, options }, (answer) =>
    setImmediate(finish, answer),
  );

  window.once('closed', takeAway);
  contents.once('destroyed', takeAway);
  contents.once('render-process-gone', (_event, { reason }) => {
    options.log(`the trusted view's process ended: ${reason}`);
    takeAway();
  });
  contents.loadURL(`app://${HOST}/`).catch((error: unknown) => {
    if (open) options.log(`the trusted view could not be loaded: ${faultOf(error)}`);
    takeAway();
  });
  return { closed: closed.promise, withdraw: prompt.withdraw, takeAway };
}

interface Served {
  readonly contents: WebContents;
  /** The window's own page. */
  readonly below: WebContents;
  readonly options: TrustedViewOptions;
}

/**
 * Registers the view's messages on its own contents; other senders on their channels are not heard. An answer is
 * accepted only while the prompt is armed, and a withdrawn request accepts only `cancel`.
 */
function serve(
  request: TrustedRequest,
  { contents, below, options }: Served,
  answered: (answer: TrustedAnswer) => void,
): { readonly withdraw: () => void; readonly stop: () => void } {
  const mark = options.mark();
  let arming = makeArming(options.arming, clock);
  let isWithdrawn = false;
  const whenWithdrawn = Promise.withResolvers<undefined>();

  const text = takesText(request);
  const hear = (_event: unknown, input: InputEvent): void => {
    const what = promptInput(input, text && !isWithdrawn);
    if (what !== undefined) arming.input(what);
  };
  contents.on('input-event', hear);
  below.on('input-event', hear);

  const page: AllowedPage = { contents: () => contents, host: HOST };
  const handle = (channel: string, run: (input: unknown) => unknown): void => {
    contents.ipc.handle(channel, (event, input: unknown) => {
      const refused = whyRefused(event.sender, event.senderFrame, page);
      if (refused === undefined) return run(input);
      options.log(`${channel} refused: ${refused}`);
      return null;
    });
  };
  handle(trustedChannels.request, (): AskedPrompt => ({
    request,
    theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
    mark: mark.get(),
    introducesMark: mark.isNew(),
  }));
  handle(trustedChannels.painted, () => arming.painted());
  handle(trustedChannels.withdrawn, () => whenWithdrawn.promise);
  handle(trustedChannels.mayAnswer, () => arming.mayAnswer());
  handle(trustedChannels.answer, (input) => {
    const answer = parseAnswer(input);
    if (answer === undefined || !arming.mayAnswer()) return false;
    if (answer.kind !== 'cancel' && (isWithdrawn || !satisfies(request, answer))) return false;
    mark.introduced();
    answered(answer);
    return true;
  });
  handle(trustedChannels.copy, async () => {
    if (request.kind !== 'show-secret' || isWithdrawn || !arming.mayAnswer()) return false;
    await options.copySecret(request.secret);
    return true;
  });
  handle(trustedChannels.print, () => {
    if (request.kind !== 'show-secret' || request.printable !== true) return false;
    if (isWithdrawn || !arming.mayAnswer()) return false;
    return new Promise<boolean>((resolve) => contents.print({ silent: false }, resolve));
  });
  handle(trustedChannels.drawMark, () => (request.kind === 'choose-mark' ? drawMark() : null));

  return {
    withdraw: () => {
      if (isWithdrawn) return;
      isWithdrawn = true;
      // The screen shows something else now, which must be read before a key can close it.
      arming.stop();
      arming = makeArming(options.arming, clock);
      whenWithdrawn.resolve(undefined);
    },
    stop: () => {
      arming.stop();
      if (!contents.isDestroyed()) contents.off('input-event', hear);
      if (!below.isDestroyed()) below.off('input-event', hear);
    },
  };
}

const clock: Clock = {
  nowMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Puts the view over the window's page; the returned function removes it and gives the focus back. */
function layOver(window: BrowserWindow, view: WebContentsView): () => void {
  const page = window.webContents;
  const fit = (): void => {
    const [width = 0, height = 0] = window.getContentSize();
    view.setBounds({ x: 0, y: 0, width, height });
  };
  const takeFocus = (): void => {
    if (!view.webContents.isDestroyed()) view.webContents.focus();
  };
  const drop = (event: { readonly preventDefault: () => void }): void => event.preventDefault();

  fit();
  window.contentView.addChildView(view);
  window.on('resize', fit);
  window.on('focus', takeFocus);
  page.on('focus', takeFocus);
  page.on('before-input-event', drop);
  page.setIgnoreMenuShortcuts(true);
  takeFocus();

  return () => {
    if (window.isDestroyed()) return;
    window.off('resize', fit);
    window.off('focus', takeFocus);
    window.contentView.removeChildView(view);
    if (page.isDestroyed()) return;
    page.off('focus', takeFocus);
    page.off('before-input-event', drop);
    page.setIgnoreMenuShortcuts(false);
    page.focus();
  };
}
