/** Entries at paths, and nested objects as entries. */
import { membersAt } from '../../../../shared/vault/json-slices.ts';
import type { Member } from '../../../../shared/vault/json-slices.ts';
import type { ImportLayout } from '../../../../shared/vault/import.ts';
import type { ImportedEntry } from '../imported-entry.ts';

/** An entry at a path with slashes. */
export function placedAt(path: string, members: readonly Member[]): ImportedEntry {
  const parts = path.split('/').filter((part) => part !== '');
  return { folders: parts.slice(0, -1), name: parts.at(-1) ?? '', versions: [{ members }] };
}

/** True for the JSON text of an object. */
export function isObjectText(raw: string): boolean {
  return raw.trimStart().startsWith('{');
}

/** The layout that the members of a file most likely have. */
export function layoutOf(members: readonly Member[]): ImportLayout {
  if (members.every(([, raw]) => !isObjectText(raw))) return 'entry';
  const arePaths =
    members.some(([key]) => /[^/]\/[^/]/.test(key)) && members.every(([, raw]) => isObjectText(raw));
  return arePaths ? 'paths' : 'tree';
}

export interface Arranged {
  readonly entries: readonly ImportedEntry[];
  readonly warnings: readonly string[];
}

/** Makes entries of the members of a file; `name` is that of an entry without a path. */
export function arranged(members: readonly Member[], layout: ImportLayout, name: string): Arranged {
  switch (layout) {
    case 'entry':
      return { entries: members.length === 0 ? [] : [placedAt(name, members)], warnings: [] };
    case 'paths':
      return atPaths(members);
    case 'tree': {
      const entries: ImportedEntry[] = [];
      walkTree(members, [], name, entries);
      return { entries, warnings: [] };
    }
  }
}

function atPaths(members: readonly Member[]): Arranged {
  const entries = members.filter(([, raw]) => isObjectText(raw));
  const left = members.length - entries.length;
  return {
    entries: entries.map(([path, raw]) => placedAt(path, membersAt(raw, []) ?? [])),
    warnings: left === 0 ? [] : [`${String(left)} keys at the top are not objects and are left out.`],
  };
}

function walkTree(
  members: readonly Member[],
  folders: readonly string[],
  name: string,
  entries: ImportedEntry[],
): void {
  const own = members.filter(([, raw]) => !isObjectText(raw));
  const isEmpty = members.length === 0 && folders.length > 0;
  if (own.length > 0 || isEmpty) entries.push(placedAt(folders.length === 0 ? name : folders.join('/'), own));
  for (const [key, raw] of members)
    if (isObjectText(raw)) walkTree(membersAt(raw, []) ?? [], [...folders, key], name, entries);
}

/** True if every name at the top ends in a slash, as vkv writes engines and folders. */
export function isVkv(members: readonly Member[]): boolean {
  return members.length > 0 && members.every(([key, raw]) => key.endsWith('/') && isObjectText(raw));
}

/** Entries of vkv: a name with a slash at the end is a folder, any other an entry. */
export function ofVkv(members: readonly Member[]): Arranged {
  const entries: ImportedEntry[] = [];
  const walk = (folder: string, inside: readonly Member[]): void => {
    for (const [key, raw] of inside) {
      const below = membersAt(raw, []) ?? [];
      if (key.endsWith('/')) walk(folder + key, below);
      else if (isObjectText(raw)) entries.push(placedAt(folder + key, below));
    }
  };
  // The engine itself is a place of its server, not of this one.
  for (const [, raw] of members) walk('', membersAt(raw, []) ?? []);
  const values = entries.flatMap(({ versions }) => versions[0]?.members ?? []);
  const isMasked = values.length > 0 && values.every(([, raw]) => /^"\**"$/.test(raw));
  return {
    entries,
    warnings: isMasked ? ['All values are asterisks: export again with --show-values.'] : [],
  };
}

/** The name of a file up to its first dot. */
export function bareName(fileName: string): string {
  const [first = ''] = fileName.replace(/^\.+/, '').split('.');
  return first === '' ? 'imported' : first;
}
