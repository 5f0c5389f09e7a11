/** View of the settings: the words searched for, and the section that was asked for, until the screen has gone there. */
import { Store } from '../api/store.ts';

interface SettingsView {
  readonly text: string;
  readonly section: string | undefined;
}

export const settingsView = new Store<SettingsView>({ text: '', section: undefined });

/** Requests a section; empty: the first. */
export function showSettings(section: string): void {
  settingsView.set({ text: '', section });
}
