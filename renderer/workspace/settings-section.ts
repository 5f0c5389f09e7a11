/** Last requested section of the settings, for the screen to scroll to. */
import { Store } from '../api/store.ts';

export const settingsSection = new Store({ section: '', times: 0 });

let taken = 0;

/** Requests a section; empty: the first. */
export function showSettings(section: string): void {
  settingsSection.set({ section, times: settingsSection.snapshot().times + 1 });
}

/** Returns true once per request; returning to the tab is not a request. */
export function takeSettings(): boolean {
  const { times } = settingsSection.snapshot();
  if (times === taken) return false;
  taken = times;
  return true;
}
