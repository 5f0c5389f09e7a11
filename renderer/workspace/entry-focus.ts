/**
 * Opening an entry to stay moves the focus into it once it is on screen. Reading it takes a while: whoever presses a key or
 * a button meanwhile keeps the focus where it is. Outside React, because the screen that takes the focus may not be there yet.
 */
import { Store, useStore } from '../api/store.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { samePlace } from './tabs.ts';

const asked = new Store<{ readonly place: EntryPlace | undefined }>({ place: undefined });
let listening: AbortController | undefined;

/** The focus is to go into the entry at a place. */
export function requestFocus(place: EntryPlace): void {
  forget();
  asked.change({ place });
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
export function takeFocusRequest(place: EntryPlace): boolean {
  const wanted = asked.snapshot().place;
  if (wanted === undefined || !samePlace(wanted, place)) return false;
  forget();
  return true;
}

/** Renders again when the focus is asked for. */
export function useFocusRequest(): EntryPlace | undefined {
  return useStore(asked).place;
}

function forget(): void {
  listening?.abort();
  listening = undefined;
  if (asked.snapshot().place !== undefined) asked.change({ place: undefined });
}
