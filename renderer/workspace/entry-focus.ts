/**
 * Opening an entry to stay moves the focus into it once it is on screen. Reading it takes a while: whoever presses a key or
 * a button meanwhile keeps the focus where it is. Outside React, because the screen that takes the focus may not be there yet.
 */
import { Store, useStore } from '../api/store.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { samePlace } from './tabs.ts';

const wished = new Store<{ readonly place: EntryPlace | undefined }>({ place: undefined });
let listening: AbortController | undefined;

/** The focus is to go into the entry at a place. */
export function wishFocus(place: EntryPlace): void {
  forget();
  wished.change({ place });
  listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const pressed = (event: KeyboardEvent): void => {
    // The key that opened the entry may still be held.
    if (!event.repeat) forget();
  };
  window.addEventListener('keydown', pressed, options);
  window.addEventListener('pointerdown', forget, options);
}

/** Whether the focus is to go to this place now; the one that asks takes it. */
export function takeFocusWish(place: EntryPlace): boolean {
  const wanted = wished.snapshot().place;
  if (wanted === undefined || !samePlace(wanted, place)) return false;
  forget();
  return true;
}

/** Renders again when a wish comes. */
export function useFocusWish(): EntryPlace | undefined {
  return useStore(wished).place;
}

function forget(): void {
  listening?.abort();
  listening = undefined;
  if (wished.snapshot().place !== undefined) wished.change({ place: undefined });
}
