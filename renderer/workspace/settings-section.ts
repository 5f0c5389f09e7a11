/** The section of the settings that was asked for last, for the screen to bring into view. */
import { Store } from '../api/store.ts';

export const settingsSection = new Store({ section: '', times: 0 });

let taken = 0;

/** Asks for a section; empty: the first. */
export function showSettings(section: string): void {
  settingsSection.set({ section, times: settingsSection.snapshot().times + 1 });
}

/** Whether somebody has asked since the last time; coming back to the tab is no asking. */
export function takeSettings(): boolean {
  const { times } = settingsSection.snapshot();
  if (times === taken) return false;
  taken = times;
  return true;
}
