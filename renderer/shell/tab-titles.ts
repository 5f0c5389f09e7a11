import { samePlace, screenTitle } from '../workspace/tabs.ts';
import type { CompareSide, CompareTab, EntryTab, Tab } from '../workspace/tabs.ts';

/**
 * Last name of each entry's path, with as many parent folders as needed to be unique. A comparison names its two
 * versions for one entry, its two sessions for one path in both, and otherwise its two entries.
 */
export function tabTitles(
  tabs: readonly Tab[],
  sessionName: (sessionId: string) => string = () => '?',
): readonly string[] {
  const paths = tabs.map(components);
  return tabs.map((tab, index) => {
    if (tab.kind === 'compare') return comparisonTitle(tab, sessionName);
    if (tab.kind === 'screen') return screenTitle(tab);
    const title = shortest(paths[index] ?? [], (candidate) =>
      paths.some((other, at) => at !== index && endOf(other, candidate.length) === candidate.join('/')),
    );
    return tab.version === undefined ? title : `${title} v${String(tab.version)}`;
  });
}

function components(tab: Tab): readonly string[] {
  return tab.kind === 'entry' ? partsOf(tab) : [];
}

function partsOf({ mount, path }: Pick<EntryTab, 'mount' | 'path'>): readonly string[] {
  return (mount.path + path).split('/').filter((part) => part !== '');
}

function shortest(parts: readonly string[], taken: (candidate: readonly string[]) => boolean): string {
  for (let length = 1; length < parts.length; length++) {
    const candidate = parts.slice(-length);
    if (!taken(candidate)) return candidate.join('/');
  }
  return parts.join('/');
}

function endOf(parts: readonly string[], length: number): string {
  return parts.slice(-length).join('/');
}

function comparisonTitle({ left, right }: CompareTab, sessionName: (sessionId: string) => string): string {
  const [name = ''] = partsOf(left).slice(-1);
  const [other = ''] = partsOf(right).slice(-1);
  if (left.sessionId !== right.sessionId && name === other)
    return `${name}: ${sessionName(left.sessionId)} ↔ ${sessionName(right.sessionId)}`;
  if (samePlace(left, right)) return `${name} ${versionOf(left)} ↔ ${versionOf(right)}`;
  if (name !== other) return `${name} ↔ ${other}`;
  return `${partsOf(left).slice(-2).join('/')} ↔ ${partsOf(right).slice(-2).join('/')}`;
}

function versionOf({ version }: CompareSide): string {
  return version === undefined ? 'current' : `v${String(version)}`;
}
