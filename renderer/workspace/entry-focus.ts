/**
 * Opening an entry to stay moves the focus into it once it is visible. Reading takes a while: a key or button pressed
 * meanwhile cancels that and keeps the focus. Outside React, because the screen that takes the focus can be missing.
 */
import { Store, useStore } from '../api/store.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { samePlace } from './tabs.ts';

const asked = new Store<{ readonly place: EntryPlace | undefined }>({ place: undefined });
let listening: AbortController | undefined;

/** Requests the focus for the entry at a place. */
export function requestFocus(place: EntryPlace): void {
  forget();
  asked.change({ place });
  listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const pressed = (event: KeyboardEvent): void => {
    // The key that opened the entry can still be held.
    if (!event.repeat) forget();
  };
  window.addEventListener('keydown', pressed, options);
  window.addEventListener('pointerdown', forget, options);
}

/** Returns true if the focus was requested for this place, and clears the request. */
export function takeFocusRequest(place: EntryPlace): boolean {
  const wanted = asked.snapshot().place;
  if (wanted === undefined || !samePlace(wanted, place)) return false;
  forget();
  return true;
}

/** Place that requests the focus; re-renders on change. */
export function useFocusRequest(): EntryPlace | undefined {
  return useStore(asked).place;
}

function forget(): void {
  listening?.abort();
  listening = undefined;
  if (asked.snapshot().place !== undefined) asked.change({ place: undefined });
}
