/** The global shortcut of quick access: registered with the system only while the user wants it. */
import type { GlobalShortcut } from 'electron';
import type { QuickAccessState, QuickShortcut } from '../../shared/ipc/quick-shortcut.ts';
import { acceleratorOf } from './accelerator.ts';

export interface QuickShortcutKey {
  /** Registers another shortcut instead of the one before; `off` registers none. */
  readonly set: (keys: QuickShortcut) => void;
  readonly state: () => QuickAccessState;
}

export interface QuickShortcutOptions {
  readonly system: Pick<GlobalShortcut, 'register' | 'unregister'>;
  /**
   * True on Wayland, where a portal asks the user. Electron reports success as soon as the portal is asked, and never
   * learns its answer.
   */
  readonly byPortal: boolean;
  readonly pressed: () => void;
}

/**
 * Features of Chromium with which shortcuts are asked for at the desktop's portal on Wayland, and with the keys that
 * the user has chosen here. They do nothing elsewhere.
 */
export const portalFeatures = 'GlobalShortcutsPortal,GlobalShortcutsPortalPreferredTrigger';

/** Makes it, off. */
export function makeQuickShortcut({ system, byPortal, pressed }: QuickShortcutOptions): QuickShortcutKey {
  let chosen: QuickShortcut = 'off';
  let registered: string | undefined;
  let state: QuickAccessState = 'off';
  return {
    state: () => state,
    set: (keys) => {
      if (keys === chosen) return;
      chosen = keys;
      if (registered !== undefined) system.unregister(registered);
      registered = undefined;
      state = 'off';
      const accelerator = keys === 'off' ? undefined : acceleratorOf(keys);
      if (accelerator === undefined) return;
      if (system.register(accelerator, pressed)) registered = accelerator;
      state = registered === undefined ? 'refused' : byPortal ? 'asked' : 'on';
    },
  };
}
