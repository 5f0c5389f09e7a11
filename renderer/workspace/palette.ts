/**
 * Open state of the command palette and the cheat sheet, outside React and any workspace, because both work without a
 * session.
 */
import { useSyncExternalStore } from 'react';

/** `path`: accepts paths only, in any form. */
export type PaletteMode = 'actions' | 'path' | 'keys';

let mode: PaletteMode | undefined;
const listeners = new Set<() => void>();

/** Opens the palette, or changes its mode; undefined closes it. */
export function showPalette(next: PaletteMode | undefined): void {
  if (next === mode) return;
  mode = next;
  for (const listener of listeners) listener();
}

/** Closes the palette. */
export function closePalette(): void {
  showPalette(undefined);
}

/** Current mode; undefined while closed. */
export function paletteMode(): PaletteMode | undefined {
  return mode;
}

/** Current mode, for components. */
export function usePaletteMode(): PaletteMode | undefined {
  return useSyncExternalStore(subscribe, paletteMode, paletteMode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
