/**
 * Lays out the visible rows of the tree as segments, so that opening, closing and filtering cost time by open
 * folders, not by names.
 */
import { fold, matchNames, type NameList } from './name-list.ts';
import {
  positionInView,
  type Folder,
  type FolderNote,
  type Segment,
  type TreeFilter,
  type TreeRows,
} from './tree-model.ts';

interface Flattening {
  readonly segments: Segment[];
  readonly filter: TreeFilter;
  count: number;
  matched: number;
  total: number;
}

/** Lays out the visible rows of all mounts under a filter. */
export function flatten(mounts: readonly Folder[], filter: TreeFilter): TreeRows {
  const work: Flattening = { segments: [], filter, count: 0, matched: 0, total: 0 };
  const needle = fold(filter.text);
  const views = needle === '' ? undefined : new Map<Folder, Uint32Array>();
  if (views !== undefined) for (const mount of mounts) viewOf(mount, needle, work, views);
  const shown =
    views === undefined
      ? mounts
      : mounts.filter((mount) => hasMatches(views, mount) || fold(mount.mount.path).includes(needle));
  shown.forEach((folder, at) => {
    const expanded = isOpen(folder, filter, views);
    const start = work.count++;
    work.segments.push({ kind: 'mount', start, folder, position: at + 1, setSize: shown.length, expanded });
    if (expanded) addBody(folder, work, views);
  });
  return {
    count: work.count,
    segments: work.segments,
    filter: needle,
    matched: work.matched,
    total: work.total,
  };
}

type Views = Map<Folder, Uint32Array> | undefined;

function addBody(folder: Folder, work: Flattening, views: Views): void {
  const { names } = folder;
  const trouble = troubleOf(folder);
  if (trouble !== undefined) addNote(folder, trouble, work);
  if (names === undefined) {
    if (folder.error === undefined) addNote(folder, 'loading', work);
    return;
  }
  if (names.count === 0) {
    if (folder.error === undefined) addNote(folder, 'empty', work);
    return;
  }
  // A folder that itself matches by name and was opened shows all of its names.
  const filtered = views !== undefined && hasMatches(views, folder);
  const view = filtered ? views.get(folder) : undefined;
  const end = view === undefined ? names.count : view.length;
  let from = 0;
  for (const child of openChildren(folder, work.filter, views)) {
    const position = view === undefined ? child.indexInParent : positionInView(view, child.indexInParent);
    if (position < from) continue;
    addNames(folder, names, view, from, position + 1, true, work);
    addBody(child, work, views);
    from = position + 1;
  }
  if (from < end) addNames(folder, names, view, from, end, false, work);
}

/** Note of a folder that could not be listed. A forbidden folder shows this on its own row, without a note. */
function troubleOf({ error, mount }: Folder): FolderNote | undefined {
  if (error === undefined || error.kind === 'forbidden') return undefined;
  // Some engines and paths cannot be listed at all, and a retry would not help.
  const cannot =
    error.kind === 'invalid-path' || error.kind === 'not-offered' || error.kind === 'invalid-request';
  return mount.engine === 'other' && cannot ? 'unlisted' : 'failed';
}

function addNames(
  folder: Folder,
  names: NameList,
  view: Uint32Array | undefined,
  from: number,
  to: number,
  openLast: boolean,
  work: Flattening,
): void {
  work.segments.push({ kind: 'names', start: work.count, folder, names, view, from, to, openLast });
  work.count += to - from;
}

function addNote(folder: Folder, note: FolderNote, work: Flattening): void {
  work.segments.push({ kind: 'note', start: work.count++, folder, note });
}

function openChildren(folder: Folder, filter: TreeFilter, views: Views): Folder[] {
  const open: Folder[] = [];
  for (const child of folder.children.values()) {
    if (child.indexInParent >= 0 && isOpen(child, filter, views)) open.push(child);
  }
  return open.sort((a, b) => a.indexInParent - b.indexInParent);
}

function isOpen(folder: Folder, filter: TreeFilter, views: Views): boolean {
  if (views === undefined) return folder.expanded;
  return hasMatches(views, folder) ? !filter.closed.has(folder) : filter.opened.has(folder);
}

function hasMatches(views: Map<Folder, Uint32Array>, folder: Folder): boolean {
  return (views.get(folder)?.length ?? 0) > 0;
}

/** Computes depth first the names of a folder that pass a filter: its matches, and folders that lead to matches. */
function viewOf(folder: Folder, needle: string, work: Flattening, views: Map<Folder, Uint32Array>): boolean {
  const { names } = folder;
  if (names === undefined) return false;
  const before = work.filter.matches.get(folder);
  let found: Uint32Array;
  if (before?.needle === needle && before.names === names) found = before.found;
  else {
    const narrows = before?.names === names && before.needle !== '' && needle.includes(before.needle);
    found = matchNames(names, needle, narrows ? before.found : undefined);
    work.filter.matches.set(folder, { needle, found, names });
  }
  work.matched += found.length;
  work.total += names.count;
  const leading: number[] = [];
  for (const child of folder.children.values()) {
    const leads = child.indexInParent >= 0 && viewOf(child, needle, work, views);
    if (leads && positionInView(found, child.indexInParent) === -1) leading.push(child.indexInParent);
  }
  const view = leading.length === 0 ? found : merge(found, leading);
  views.set(folder, view);
  return view.length > 0;
}

function merge(found: Uint32Array, leading: number[]): Uint32Array {
  const merged = new Uint32Array(found.length + leading.length);
  merged.set(found);
  merged.set(leading, found.length);
  return merged.sort();
}
