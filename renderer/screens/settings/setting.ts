/** Types of the settings, and a search by their texts. Pure. */
import type { ReactNode } from 'react';

export interface Setting {
  readonly id: string;
  /** All its texts, for the search. */
  readonly words: string;
  readonly show: () => ReactNode;
}

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** The settings that match every word, in their sections; words in a section's title match all of its settings. */
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
