/**
 * The tree as data: folders that were listed, and their visible rows by arithmetic. A list of segments ("names 17 to
 * 50,000 of this folder", see `flatten.ts`) stands for the rows; a row object is made when a row is painted.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { indexOfName, nameAt, type NameList } from './name-list.ts';

/** A folder somebody opened (or a mount): what is known of it. Only the store changes it. */
export interface Folder {
  readonly mount: Mount;
  /** Below the mount; empty or with a trailing slash. */
  readonly path: string;
  readonly parent: Folder | undefined;
  /** 1 for a mount. */
  readonly level: number;
  expanded: boolean;
  loading: boolean;
  /** The list as last read; stays while it is read again. */
  names: NameList | undefined;
  error: AppError | undefined;
  warnings: readonly string[];
  /** Where it stands in its parent's list; -1 while unknown. */
  indexInParent: number;
  /** Folders below it that somebody opened, by name with trailing slash. */
  readonly children: Map<string, Folder>;
}

/** What a folder without names to show says instead. */
export type FolderNote = 'loading' | 'empty' | 'failed' | 'unlisted';

interface Place {
  readonly key: string;
  readonly level: number;
  /** 1-based, among the visible rows of the same folder. */
  readonly position: number;
  readonly setSize: number;
}

/** One visible row. `path` is below the mount. */
export type TreeRow =
  | (Place & {
      readonly kind: 'folder';
      readonly mount: Mount;
      readonly path: string;
      /** The mount path for a mount, else the last component with its slash. */
      readonly name: string;
      readonly parent: Folder | undefined;
      readonly folder: Folder | undefined;
      readonly expanded: boolean;
    })
  | (Place & {
      readonly kind: 'entry';
      readonly mount: Mount;
      readonly path: string;
      readonly name: string;
      readonly parent: Folder;
    })
  | (Place & { readonly kind: 'note'; readonly note: FolderNote; readonly folder: Folder });

interface MountSegment {
  readonly kind: 'mount';
  readonly start: number;
  readonly folder: Folder;
  readonly position: number;
  readonly setSize: number;
  readonly expanded: boolean;
}
interface NameSegment {
  readonly kind: 'names';
  readonly start: number;
  readonly folder: Folder;
  readonly names: NameList;
  /** Indices that a filter left; undefined: all. */
  readonly view: Uint32Array | undefined;
  /** Half-open range of positions in the view (or the names). */
  readonly from: number;
  readonly to: number;
  /** Whether the last row of this segment is a folder shown open. */
  readonly openLast: boolean;
}
interface NoteSegment {
  readonly kind: 'note';
  readonly start: number;
  readonly folder: Folder;
  readonly note: FolderNote;
}
export type Segment = MountSegment | NameSegment | NoteSegment;

/** The visible rows, addressed by index. */
export interface TreeRows {
  readonly count: number;
  readonly segments: readonly Segment[];
  readonly filter: string;
  /** Names that match the filter and names that were looked at: "312 of 50,000". */
  readonly matched: number;
  readonly total: number;
}

/**
 * A filter in work: its text, what was matched before (to narrow), and what a person closed or opened while filtering.
 * Folders with matches inside are open, all others closed, unless told.
 */
export interface TreeFilter {
  readonly text: string;
  readonly matches: Map<Folder, FolderMatches>;
  readonly closed: Set<Folder>;
  readonly opened: Set<Folder>;
}

interface FolderMatches {
  readonly needle: string;
  readonly found: Uint32Array;
  readonly names: NameList;
}

/** A filter that filters nothing. */
export function emptyFilter(): TreeFilter {
  return { text: '', matches: new Map(), closed: new Set(), opened: new Set() };
}

/** A folder nobody has listed yet. */
export function newFolder(mount: Mount, path: string, parent: Folder | undefined): Folder {
  return {
    mount,
    path,
    parent,
    level: parent === undefined ? 1 : parent.level + 1,
    expanded: false,
    loading: false,
    names: undefined,
    error: undefined,
    warnings: [],
    indexInParent: -1,
    children: new Map(),
  };
}

/** The key of a row: the browse path; folders end in a slash, so an entry and a folder of one name stay two. */
export function rowKey(mount: Mount, path: string): string {
  return mount.path + path;
}

/** The row at an index, or undefined outside. */
export function rowAt(rows: TreeRows, index: number): TreeRow | undefined {
  if (index < 0 || index >= rows.count) return undefined;
  const segment = segmentAt(rows.segments, index);
  if (segment === undefined) return undefined;
  switch (segment.kind) {
    case 'mount': {
      const { folder, position, setSize, expanded } = segment;
      const { mount } = folder;
      const place = { key: rowKey(mount, ''), level: 1, position, setSize };
      return {
        kind: 'folder',
        ...place,
        mount,
        path: '',
        name: mount.path,
        parent: undefined,
        folder,
        expanded,
      };
    }
    case 'note': {
      const { folder, note } = segment;
      const key = `${rowKey(folder.mount, folder.path)}\0${note}`;
      return { kind: 'note', key, level: folder.level + 1, position: 1, setSize: 1, note, folder };
    }
    case 'names':
      return nameRow(segment, segment.from + index - segment.start);
  }
}

/** The index of the row with a key, or -1 when it is not visible. */
export function indexOfRow(rows: TreeRows, key: string): number {
  for (const segment of rows.segments) {
    const { folder } = segment;
    const prefix = rowKey(folder.mount, folder.path);
    if (segment.kind === 'mount') {
      if (key === prefix) return segment.start;
    } else if (segment.kind === 'note') {
      if (key === `${prefix}\0${segment.note}`) return segment.start;
    } else if (key.length > prefix.length && key.startsWith(prefix)) {
      const rest = key.slice(prefix.length);
      const slash = rest.indexOf('/');
      if (slash !== -1 && slash !== rest.length - 1) continue;
      const index = indexOfName(segment.names, rest);
      const position =
        index === -1 || segment.view === undefined ? index : positionInView(segment.view, index);
      if (position >= segment.from && position < segment.to) return segment.start + position - segment.from;
    }
  }
  return -1;
}

function nameRow(segment: NameSegment, position: number): TreeRow {
  const { folder: parent, names, view } = segment;
  const index = view === undefined ? position : (view[position] ?? 0);
  const name = nameAt(names, index);
  const path = parent.path + name;
  const row = {
    key: rowKey(parent.mount, path),
    level: parent.level + 1,
    position: position + 1,
    setSize: view === undefined ? names.count : view.length,
    mount: parent.mount,
    path,
    name,
    parent,
  };
  if (!name.endsWith('/')) return { kind: 'entry', ...row };
  const expanded = segment.openLast && position === segment.to - 1;
  return { kind: 'folder', ...row, folder: parent.children.get(name), expanded };
}

/** Where an index stands in an ascending list of them, or -1. */
export function positionInView(view: Uint32Array, index: number): number {
  let low = 0;
  let high = view.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = view[middle] ?? 0;
    if (at === index) return middle;
    if (at < index) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function segmentAt(segments: readonly Segment[], index: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.start ?? Infinity) <= index) low = middle;
    else high = middle - 1;
  }
  return segments[low];
}
