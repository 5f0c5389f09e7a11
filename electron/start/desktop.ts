/** The user's side of the app: window, secure prompt, clipboards, menu and guide. */
import type { ClipboardState } from '../../shared/ipc/contract.ts';
import { createGestures } from '../core/gates/gesture.ts';
import type { Gestures, Platform } from '../core/platform.ts';
import type { Environment } from '../platform/environment.ts';
import { watchSeen } from '../platform/seen.ts';
import { makeGuideWindow, type GuideWindow } from '../window/guide-window.ts';
import { mainPage } from '../window/main-window.ts';
import { makeAppMenu, type AppMenu } from '../window/menu.ts';
import { makePageReplacer } from '../window/replace-page.ts';
import { openClipboards, type Clipboards } from './clipboards.ts';
import type { OwnRecords } from './own-records.ts';
import { makePrompts, type Prompts } from './prompts.ts';
import { makeWindowSlot, type WindowSlot } from './window-slot.ts';

export interface DesktopOptions {
  /** Main's folder, with the pages and preloads. */
  readonly appFolder: string;
  readonly dataFolder: string;
  readonly environment: Environment;
  readonly records: Pick<OwnRecords, 'log' | 'ownFiles'>;
  /** Lifetime of a copied secret. */
  readonly clipboardSeconds: () => number;
  readonly clipboardChanged: (state: ClipboardState) => void;
  /** Called before every prompt. */
  readonly makeWay: () => void;
}

export interface Desktop {
  readonly slot: WindowSlot;
  readonly clipboards: Clipboards;
  readonly prompts: Prompts;
  readonly seen: ReturnType<typeof watchSeen>;
  readonly gestures: Gestures;
  readonly menu: AppMenu;
  readonly guide: GuideWindow;
  /** Its part of the core's platform. */
  readonly platform: WindowSlot['actions'] &
    Pick<Platform, 'gestures' | 'clipboard' | 'seen' | 'showGuide' | 'replacePage' | 'tellMenu'>;
}

/** Makes all of it, before there is a window. */
export function makeDesktop(options: DesktopOptions): Desktop {
  const { appFolder, dataFolder, environment, clipboardSeconds, clipboardChanged, makeWay } = options;
  const { ownFiles } = options.records;
  const log = options.records.log.line;
  const slot = makeWindowSlot();
  const clipboards = openClipboards({ seconds: clipboardSeconds, changed: clipboardChanged, log });
  const prompts = makePrompts({
    appFolder,
    dataFolder,
    ownFiles,
    environment,
    clipboards,
    window: slot.get,
    makeWay,
    log,
  });
  const seen = watchSeen();
  const gestures = createGestures();
  const menu = makeAppMenu();
  const guide = makeGuideWindow(appFolder);
  const replacePage = makePageReplacer({ window: slot.get, url: mainPage, log });
  return {
    slot,
    clipboards,
    prompts,
    seen,
    gestures,
    menu,
    guide,
    platform: {
      ...slot.actions,
      gestures,
      clipboard: { ...clipboards.clipboard, clearNow: clipboards.clearNow },
      seen,
      showGuide: guide.show,
      replacePage: () => {
        prompts.cancelAll();
        replacePage();
      },
      tellMenu: menu.enable,
    },
  };
}
