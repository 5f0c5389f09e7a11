/** The app as it is used from outside its window: the tray, and quick access by a global shortcut. */
import type { Preferences } from '../../shared/ipc/contract.ts';
import type { Platform } from '../core/platform.ts';
import type { CallRunner } from '../ipc/run.ts';
import type { AppTray } from '../window/tray.ts';
import { makeQuickAccess, type QuickAccess, type QuickAccessParts } from './quick-access.ts';
import { makeAppTray } from './tray-copy.ts';

export interface OutsideParts extends QuickAccessParts {
  readonly runner: CallRunner;
  readonly lock: () => void;
}

export interface Outside extends Pick<QuickAccess, 'close'> {
  /** Shows and registers what the user wants. */
  readonly set: (wanted: Pick<Preferences, 'tray' | 'quickAccess'>) => void;
  /** Favourites, sessions or the lock have changed. */
  readonly changed: () => void;
  /** So many requests of programs wait for an answer in the secure prompt. */
  readonly programsWaiting: (now: number) => void;
  readonly trayState: AppTray['state'];
  readonly quickAccessState: QuickAccess['state'];
  /** Makes way for a prompt; true if it may come from here: the main window under it can be out of sight. */
  readonly makeWay: () => boolean;
}

/** Makes both, off. */
export function makeOutside({ lock, ...parts }: OutsideParts): Outside {
  const { appFolder, desktop, runner, services, preferences, notify } = parts;
  const { showWindow } = desktop.slot.actions;
  const clipboardSeconds = (): number => preferences.get().clipboardSeconds;
  let waiting = 0;
  const asking = (): boolean => waiting > 0;
  const tray = makeAppTray({
    appFolder,
    services,
    runner,
    notify,
    showWindow,
    clipboardSeconds,
    lock,
    asking,
  });
  const quick = makeQuickAccess(parts);
  let wasLocked = false;
  return {
    set: (wanted) => {
      tray.set(wanted.tray);
      quick.set(wanted.quickAccess);
    },
    changed: () => {
      tray.changed();
      const locked = services()?.lock.state().locked === true;
      // A lock takes its page, as that of the main window. While locked it can be opened again, to unlock.
      if (locked && !wasLocked) quick.close();
      wasLocked = locked;
    },
    programsWaiting: (now) => {
      const isFirst = now > 0 && waiting === 0;
      waiting = now;
      tray.changed();
      // One notice for all that wait. It names nothing: a desktop shows it while its screen is locked, too.
      if (isFirst && desktop.slot.get()?.isFocused() !== true)
        notify({
          title: 'A program asks for secrets',
          body: 'Open Strongroom to answer.',
          chosen: showWindow,
        });
    },
    close: quick.close,
    trayState: tray.state,
    quickAccessState: quick.state,
    makeWay: () => quick.stepAside() || tray.isCopying(),
  };
}

/** The part of the platform that is answered from here; `outside` is made after it. */
export function outsideAsked(
  outside: () => Outside,
): Pick<Platform, 'favouritesChanged' | 'programsWaiting' | 'tray' | 'quickAccess'> {
  return {
    favouritesChanged: () => outside().changed(),
    programsWaiting: (waiting) => outside().programsWaiting(waiting),
    tray: () => outside().trayState(),
    quickAccess: () => outside().quickAccessState(),
  };
}
