/**
 * Shortcuts that open quick access from any program, in the notation of the key map. A fixed list: a broken page could
 * otherwise take any key from all programs.
 */
export const quickShortcuts = [
  ...(['off', 'mod shift Space', 'mod Alt Space'] as const),
  ...(['mod shift K', 'mod Alt K', 'mod shift P'] as const),
] as const;
export type QuickShortcut = (typeof quickShortcuts)[number];

/**
 * State of the chosen shortcut. `refused`: another program has it. `asked`: the desktop was asked for it, and does not
 * say if it agreed (Wayland).
 */
export type QuickAccessState = 'off' | 'on' | 'refused' | 'asked';
