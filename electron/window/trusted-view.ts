/**
 * The trusted view: the one place where a credential is on screen. A view of its own origin, session and process laid
 * over the whole window; its page draws a scrim and one card, answers one request and is destroyed with its process.
 * While it is open the page below gets no input: the mouse cannot reach it, its keys are dropped, and focus that it
 * takes goes back. What matters is checked here and not in the page: a name that must be typed is compared in main.
 */
import { nativeTheme, session, WebContentsView, type BrowserWindow, type WebContents } from 'electron';
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { trustedChannels } from '../ipc/channels.ts';
import { whyRefused, type AllowedPage } from '../ipc/guard.ts';
import { serveApp } from './app-protocol.ts';
import { parseAnswer, satisfies } from './trusted-answer.ts';

const HOST = 'trusted';
/** In memory; the page stores nothing, so that one session serves all views, each with a process of its own. */
const PARTITION = 'trusted';

export interface TrustedViewOptions {
  /** The window to lay it over; undefined: there is none, and everything asked is cancelled. */
  readonly window: () => BrowserWindow | undefined;
  readonly pageFolder: string;
  readonly preload: string;
  readonly developerTools: boolean;
  readonly copySecret: (text: string) => Promise<unknown>;
  readonly log: (line: string) => void;
}

export type Ask = (request: TrustedRequest, signal?: AbortSignal) => Promise<TrustedAnswer>;

const cancel: TrustedAnswer = { kind: 'cancel' };

export interface TrustedView {
  /** One at a time, in the order of asking; an abort or a closed window cancels. */
  readonly ask: Ask;
  /** Cancels what is shown and all that waits, as a lock does: a card may show a credential. */
  readonly cancelAll: () => void;
}

/** Makes what asks in the trusted view. */
export function makeTrustedView(options: TrustedViewOptions): TrustedView {
  let served = false;
  let last: Promise<unknown> = Promise.resolve();
  let cancelled = new AbortController();
  return {
    ask: (request, signal) => {
      const stop = signal === undefined ? cancelled.signal : AbortSignal.any([signal, cancelled.signal]);
      const turn = last.then(() => {
        const window = options.window();
        if (stop.aborted || window === undefined || window.isDestroyed()) return cancel;
        if (!served) serveApp(session.fromPartition(PARTITION), HOST, options.pageFolder);
        served = true;
        return show(request, stop, window, options);
      });
      last = turn;
      return turn;
    },
    cancelAll: () => {
      cancelled.abort();
      cancelled = new AbortController();
    },
  };
}

function show(
  request: TrustedRequest,
  signal: AbortSignal,
  window: BrowserWindow,
  options: TrustedViewOptions,
): Promise<TrustedAnswer> {
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
  view.setBackgroundColor('#00000000');
  const release = layOver(window, view);

  return new Promise<TrustedAnswer>((resolve) => {
    let open = true;
    const finish = (answer: TrustedAnswer): void => {
      if (!open) return;
      open = false;
      signal.removeEventListener('abort', stop);
      release();
      if (!contents.isDestroyed()) contents.close({ waitForBeforeUnload: false });
      resolve(answer);
    };
    const stop = (): void => finish(cancel);

    listen(contents, request, options, (answer) => setImmediate(finish, answer));
    signal.addEventListener('abort', stop);
    window.once('closed', stop);
    contents.once('destroyed', stop);
    contents.once('render-process-gone', (_event, { reason }) => {
      options.log(`the trusted view's process ended: ${reason}`);
      stop();
    });
    contents.loadURL(`app://${HOST}/`).catch((error: unknown) => {
      if (open) options.log(`the trusted view could not be loaded: ${String(error)}`);
      stop();
    });
  });
}

/** Registers the view's three messages on its own contents; whatever else sends on their channels reaches nobody. */
function listen(
  contents: WebContents,
  request: TrustedRequest,
  options: TrustedViewOptions,
  answered: (answer: TrustedAnswer) => void,
): void {
  const page: AllowedPage = { contents: () => contents, host: HOST };
  const handle = (channel: string, run: (input: unknown) => unknown): void => {
    contents.ipc.handle(channel, (event, input: unknown) => {
      const refused = whyRefused(event.sender, event.senderFrame, page);
      if (refused === undefined) return run(input);
      options.log(`${channel} refused: ${refused}`);
      return null;
    });
  };
  handle(trustedChannels.request, () => ({
    request,
    theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
  }));
  handle(trustedChannels.answer, (input) => {
    const answer = parseAnswer(input);
    if (answer !== undefined && satisfies(request, answer)) answered(answer);
  });
  handle(trustedChannels.copy, async () => {
    if (request.kind === 'show-secret') await options.copySecret(request.secret);
  });
}

/** Puts the view over the window's page and keeps it there; the answer takes it away and gives the focus back. */
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
