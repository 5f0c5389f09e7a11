/** Items of a file as entries to write: their paths below the destination, their keys, what is masked of them. */
import { setImmediate } from 'node:timers/promises';
import { mostImportKeys, mostPreviewed } from '../../../shared/vault/import.ts';
import type {
  ImportFile,
  ImportMapping,
  ImportPreview,
  ImportPreviewRow,
} from '../../../shared/vault/import.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import { pathProblem } from '../plan/names.ts';
import type { ImportedEntry, MappedEntry, ReadFile } from './imported-entry.ts';

/** Items mapped in one go; then other work has its turn. */
const SLICE = 500;

/** Maps all items, some at a time. */
export async function mapped(
  { entries, titled }: Pick<ReadFile, 'entries' | 'titled'>,
  mapping: ImportMapping,
  signal?: AbortSignal,
): Promise<readonly MappedEntry[]> {
  const common = mapping.folders === 'without-common' ? commonFolders(entries).length : 0;
  const names = new Map(mapping.keys.map(({ from, to }) => [from, to]));
  const taken = new Set<string>();
  const made: MappedEntry[] = [];
  for await (const slice of slices(entries)) {
    signal?.throwIfAborted();
    for (const entry of slice) {
      const folders = mapping.folders === 'none' ? [] : entry.folders.slice(common);
      const wanted = [...folders, entry.name].map((part) => (titled ? tidy(part, mapping) : part)).join('/');
      const path = mapping.clashes === 'number' ? free(wanted, taken) : wanted;
      taken.add(path);
      const versions = mapping.versions === 'all' ? entry.versions : entry.versions.slice(-1);
      made.push({
        from: [...entry.folders, entry.name].join('/'),
        path,
        versions: versions.map((version, at) =>
          version.members === undefined
            ? version
            : {
                members: withFiles(
                  renamed(version.members, names),
                  at === versions.length - 1 && mapping.attachments === 'base64' ? entry : undefined,
                ),
              },
        ),
        oldest: mapping.versions === 'all' ? (entry.oldest ?? 1) : 1,
        settings: mapping.metadata ? (entry.settings ?? {}) : {},
      });
    }
  }
  return made;
}

/** Some items at a time, and other work in between. */
async function* slices<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await setImmediate();
    yield items.slice(start, start + SLICE);
  }
}

/** A title as a part of a path. */
function tidy(part: string, { slashes }: ImportMapping): string {
  const text = part
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .split('/')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => (/^\.{1,2}$/.test(piece) ? '_' : piece))
    .join(slashes === 'folder' ? '/' : '-');
  return text === '' ? 'untitled' : text;
}

function free(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  for (let count = 2; ; count++)
    if (!taken.has(`${path}-${String(count)}`)) return `${path}-${String(count)}`;
}

/** Keys under their new names; a later key of the same name wins. */
function renamed(members: readonly Member[], names: ReadonlyMap<string, string>): readonly Member[] {
  if (names.size === 0) return members;
  const made = new Map<string, string>();
  for (const [key, raw] of members) {
    const name = names.get(key) ?? key;
    if (name !== '') made.set(name, raw);
  }
  return [...made];
}

/** Adds attached files as keys with their content in base64. */
function withFiles(members: readonly Member[], entry: ImportedEntry | undefined): readonly Member[] {
  if (entry?.attachments === undefined) return members;
  const made = new Map(members);
  for (const { name, base64 } of entry.attachments)
    if (base64 !== undefined) made.set(made.has(name) ? `${name} (file)` : name, JSON.stringify(base64));
  return [...made];
}

/** Folders that all entries share. */
function commonFolders(entries: readonly ImportedEntry[]): readonly string[] {
  let common = entries[0]?.folders ?? [];
  for (const { folders } of entries) {
    let same = 0;
    while (same < common.length && common[same] === folders[same]) same++;
    common = common.slice(0, same);
  }
  return common;
}

/** The first rows, masked, and counts of all. */
export async function previewOf(entries: readonly MappedEntry[]): Promise<ImportPreview> {
  const seen = new Set<string>();
  const rows: ImportPreviewRow[] = [];
  let clashes = 0;
  let problems = 0;
  for await (const slice of slices(entries))
    for (const { from, path, versions } of slice) {
      const clash = seen.has(path);
      seen.add(path);
      if (clash) clashes++;
      const problem = clash ? 'Another item has this path.' : problemOf(path);
      if (problem !== undefined && !clash) problems++;
      if (rows.length >= mostPreviewed) continue;
      const members = versions.findLast((version) => version.members !== undefined)?.members ?? [];
      rows.push({
        from,
        path,
        keys: members.slice(0, mostImportKeys).map(([name, raw]) => ({ name, length: lengthOf(raw) })),
        versions: versions.length,
        ...(problem === undefined ? {} : { problem }),
      });
    }
  return { rows, entries: entries.length, clashes, problems };
}

function problemOf(path: string): string | undefined {
  return pathProblem(path) ?? checkApiPath(path)?.message;
}

function lengthOf(raw: string): number {
  return raw.startsWith('"') ? (JSON.parse(raw) as string).length : raw.length;
}

/** Facts of a file, without a value. */
export async function factsOf(
  { format, layout, entries, titled, incomplete = false, warnings }: ReadFile,
  { importId, fileName, encrypted }: Pick<ImportFile, 'importId' | 'fileName' | 'encrypted'>,
): Promise<ImportFile> {
  const counts = new Map<string, number>();
  let attachments = 0;
  let hasVersions = false;
  let hasMetadata = false;
  for await (const slice of slices(entries))
    for (const entry of slice) {
      for (const [key] of entry.versions.at(-1)?.members ?? []) counts.set(key, (counts.get(key) ?? 0) + 1);
      attachments += entry.attachments?.length ?? 0;
      hasVersions ||= entry.versions.length > 1;
      hasMetadata ||= entry.settings !== undefined;
    }
  const keys = [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
  const common = commonFolders(entries);
  // Below its selection a Strongroom export has the very folders that were exported.
  const isRelative = titled || format === 'strongroom' || format === 'vkv' || common.length === 0;
  return {
    importId,
    fileName,
    format,
    ...(layout === undefined ? {} : { layout }),
    encrypted,
    entries: entries.length,
    keys: keys.slice(0, mostImportKeys),
    keyCount: keys.length,
    titled,
    commonFolder: common.map((part) => `${part}/`).join(''),
    attachments,
    hasVersions,
    hasMetadata,
    incomplete,
    warnings,
    mapping: {
      folders: isRelative ? 'all' : 'without-common',
      slashes: 'dash',
      clashes: titled ? 'number' : 'conflict',
      keys: [],
      attachments: 'leave-out',
      versions: 'all',
      metadata: true,
    },
  };
}
