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
  read: Pick<ReadFile, 'entries' | 'titled'>,
  mapping: ImportMapping,
  signal?: AbortSignal,
): Promise<readonly MappedEntry[]> {
  const made: MappedEntry[] = [];
  const map = entryMapper(mapping);
  for await (const [entry, path] of placed(read, mapping, signal)) made.push(map(entry, path));
  return made;
}

/** Rules that decide over the paths of items. */
type PathRules = Pick<ImportMapping, 'folders' | 'slashes' | 'clashes'>;

/** Items with their paths, in order; other work has its turn in between. */
async function* placed(
  { entries, titled }: Pick<ReadFile, 'entries' | 'titled'>,
  rules: PathRules,
  signal?: AbortSignal,
): AsyncGenerator<readonly [entry: ImportedEntry, path: string]> {
  const common = rules.folders === 'without-common' ? commonFolders(entries).length : 0;
  const free = freePaths();
  for await (const slice of slices(entries)) {
    signal?.throwIfAborted();
    for (const entry of slice) {
      const folders = rules.folders === 'none' ? [] : entry.folders.slice(common);
      const wanted = [...folders, entry.name].map((part) => (titled ? tidy(part, rules) : part)).join('/');
      yield [entry, rules.clashes === 'number' ? free(wanted) : wanted];
    }
  }
}

/** Makes the entry of an item at its path. */
function entryMapper(mapping: ImportMapping): (entry: ImportedEntry, path: string) => MappedEntry {
  const names = new Map(mapping.keys.map(({ from, to }) => [from, to]));
  return (entry, path) => {
    const versions = mapping.versions === 'all' ? entry.versions : entry.versions.slice(-1);
    return {
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
    };
  };
}

/** Some items at a time, and other work in between. */
async function* slices<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await setImmediate();
    yield items.slice(start, start + SLICE);
  }
}

/** A title as a part of a path. */
function tidy(part: string, { slashes }: PathRules): string {
  const text = part
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .split('/')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => (/^\.{1,2}$/.test(piece) ? '_' : piece))
    .join(slashes === 'folder' ? '/' : '-');
  return text === '' ? 'untitled' : text;
}

/** Gives each path once; one that is taken gets the next number. */
function freePaths(): (path: string) => string {
  const taken = new Set<string>();
  /** The number that the next of a path tries first: trying all of them takes minutes with 100,000 of one name. */
  const numbers = new Map<string, number>();
  return (path) => {
    let found = path;
    for (let count = numbers.get(path) ?? 2; taken.has(found); count++) {
      found = `${path}-${String(count)}`;
      numbers.set(path, count + 1);
    }
    taken.add(found);
    return found;
  };
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

/** The first items with their paths, and counts of all. */
interface PathCounts extends Pick<ImportPreview, 'entries' | 'clashes' | 'problems'> {
  readonly first: readonly {
    readonly entry: ImportedEntry;
    readonly path: string;
    readonly problem: string | undefined;
  }[];
}

/** Counts of a file by the rules over its paths: keys, versions and metadata change none of them. */
const known = new WeakMap<readonly ImportedEntry[], { readonly by: string; readonly counts: PathCounts }>();

/** The first rows, masked, and counts of all. Values are looked at of the first rows only. */
export async function previewOf(
  read: Pick<ReadFile, 'entries' | 'titled'>,
  mapping: ImportMapping,
  signal?: AbortSignal,
): Promise<ImportPreview> {
  const { folders, slashes, clashes } = mapping;
  const by = [folders, slashes, clashes].join();
  const before = known.get(read.entries);
  const counts = before?.by === by ? before.counts : await counted(read, mapping, signal);
  known.set(read.entries, { by, counts });
  const map = entryMapper(mapping);
  const { first, ...all } = counts;
  return { ...all, rows: first.map(({ entry, path, problem }) => rowOf(map(entry, path), problem)) };
}

async function counted(
  read: Pick<ReadFile, 'entries' | 'titled'>,
  rules: PathRules,
  signal: AbortSignal | undefined,
): Promise<PathCounts> {
  const seen = new Set<string>();
  const first: PathCounts['first'][number][] = [];
  let clashes = 0;
  let problems = 0;
  for await (const [entry, path] of placed(read, rules, signal)) {
    const clash = seen.has(path);
    seen.add(path);
    if (clash) clashes++;
    const problem = clash ? 'Another item has this path.' : problemOf(path);
    if (problem !== undefined && !clash) problems++;
    if (first.length < mostPreviewed) first.push({ entry, path, problem });
  }
  return { first, entries: read.entries.length, clashes, problems };
}

function rowOf({ from, path, versions }: MappedEntry, problem: string | undefined): ImportPreviewRow {
  const members = versions.findLast((version) => version.members !== undefined)?.members ?? [];
  return {
    from,
    path,
    keys: members.slice(0, mostImportKeys).map(([name, raw]) => ({ name, length: lengthOf(raw) })),
    versions: versions.length,
    ...(problem === undefined ? {} : { problem }),
  };
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
    commonFolder: commonFolders(entries)
      .map((part) => `${part}/`)
      .join(''),
    attachments,
    hasVersions,
    hasMetadata,
    incomplete,
    warnings,
    mapping: usualMapping({ format, entries, titled }),
  };
}

/** Rules that fit most files of a format. */
export function usualMapping({
  format,
  entries,
  titled,
}: Pick<ReadFile, 'format' | 'entries' | 'titled'>): ImportMapping {
  // Below its selection a Strongroom export has the very folders that were exported.
  const isRelative =
    titled || format === 'strongroom' || format === 'vkv' || commonFolders(entries).length === 0;
  return {
    folders: isRelative ? 'all' : 'without-common',
    slashes: 'dash',
    clashes: titled ? 'number' : 'conflict',
    keys: [],
    attachments: 'leave-out',
    versions: 'all',
    metadata: true,
  };
}
