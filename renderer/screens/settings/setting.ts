/** What the settings are made of, and finding them by what they say. Pure. */
import type { ReactNode } from 'react';

export interface Setting {
  readonly id: string;
  /** All that it says, for finding it. */
  readonly words: string;
  readonly show: () => ReactNode;
}

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** The settings that hold every word, in their sections; a section whose title holds one keeps all of its settings for it. */
export function found(sections: readonly SettingsSection[], text: string): readonly SettingsSection[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return sections.flatMap((section) => {
    const settings = section.settings.filter((setting) => {
      const all = `${section.title} ${setting.words}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    return settings.length === 0 ? [] : [{ ...section, settings }];
  });
}
