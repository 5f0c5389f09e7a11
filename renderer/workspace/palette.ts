/** Whether the command palette or the cheat sheet is open; outside React and any workspace, because both work without a session. */
import { useSyncExternalStore } from 'react';

/** `path`: only paths are taken, in any form. */
export type PaletteMode = 'actions' | 'path' | 'keys';

let mode: PaletteMode | undefined;
const listeners = new Set<() => void>();

/** Opens the palette, or changes its mode; undefined closes it. */
export function showPalette(next: PaletteMode | undefined): void {
  if (next === mode) return;
  mode = next;
  for (const listener of listeners) listener();
}

/** Closes it. */
export function closePalette(): void {
  showPalette(undefined);
}

/** The mode it is open in now; undefined: closed. */
export function paletteMode(): PaletteMode | undefined {
  return mode;
}

/** The same for a component. */
export function usePaletteMode(): PaletteMode | undefined {
  return useSyncExternalStore(subscribe, paletteMode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
