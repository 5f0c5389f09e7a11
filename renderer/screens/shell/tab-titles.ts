import type { EntryTab } from './workspace-state.ts';

/** Last name of each tab's path; where two are the same, with as many folders before it as tell them apart. */
export function tabTitles(tabs: readonly EntryTab[]): readonly string[] {
  const paths = tabs.map((tab) => (tab.mount.path + tab.path).split('/').filter((part) => part !== ''));
  return paths.map((parts, index) => {
    for (let length = 1; length < parts.length; length++) {
      const title = parts.slice(-length).join('/');
      const twin = paths.some((other, at) => at !== index && other.slice(-length).join('/') === title);
      if (!twin) return title;
    }
    return parts.join('/');
  });
}
