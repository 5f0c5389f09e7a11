/** Tells if the window is shown: neither hidden nor minimised. */
import type { BrowserWindow } from 'electron';
import type { Seen } from '../core/seen.ts';

type Hears<Name extends string> = (event: Name, listener: () => void) => unknown;

type Watched = Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'isMinimized'> & {
  readonly on: Hears<'show'> & Hears<'hide'> & Hears<'minimize'> & Hears<'restore'>;
};

/** Watches windows; there is one at a time. */
export function watchSeen(): Seen & { readonly watch: (window: Watched) => void } {
  const listeners = new Set<() => void>();
  let window: Watched | undefined;
  let wasSeen = false;
  const isSeen = (): boolean =>
    window?.isDestroyed() === false && window.isVisible() && !window.isMinimized();
  const check = (): void => {
    if (isSeen() === wasSeen) return;
    wasSeen = !wasSeen;
    for (const listener of [...listeners]) listener();
  };
  return {
    isSeen,
    follow: (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    watch: (watched) => {
      window = watched;
      watched.on('show', check);
      watched.on('hide', check);
      watched.on('minimize', check);
      watched.on('restore', check);
      check();
    },
  };
}
