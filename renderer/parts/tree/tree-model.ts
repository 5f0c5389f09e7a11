/**
 * The tree as data: listed folders, with visible rows computed by arithmetic. Segments ("names 17 to 50,000 of this
 * folder", see `flatten.ts`) represent the rows; a row object is created only for painting.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { indexOfName, nameAt, type NameList } from './name-list.ts';

/** State of a mount or of a folder opened by the user. Only the store changes it. */
export interface Folder {
  readonly mount: Mount;
  /** Below the mount; empty or with a trailing slash. */
  readonly path: string;
  readonly parent: Folder | undefined;
  /** 1 for a mount. */
  readonly level: number;
  expanded: boolean;
  loading: boolean;
  /** Names as last listed; kept during a refetch. */
  names: NameList | undefined;
  error: AppError | undefined;
  warnings: readonly string[];
  /** Position in its parent's list; -1 while unknown. */
  indexInParent: number;
  /** Opened folders below it, by name with trailing slash. */
  readonly children: Map<string, Folder>;
}

/** Shown in place of a folder's names. */
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
      /** Mount path for a mount, otherwise the last component with its slash. */
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
  /** Indices that pass the filter; undefined: all. */
  readonly view: Uint32Array | undefined;
  /** Half-open range of positions in the view (or the names). */
  readonly from: number;
  readonly to: number;
  /** True if the last row of this segment is a folder shown open. */
  readonly openLast: boolean;
}
interface NoteSegment {
  readonly kind: 'note';
  readonly start: number;
  readonly folder: Folder;
  readonly note: FolderNote;
}
export type Segment = MountSegment | NameSegment | NoteSegment;

/** Visible rows, addressed by index. */
export interface TreeRows {
  readonly count: number;
  readonly segments: readonly Segment[];
  readonly filter: string;
  /** Names that match the filter, and names examined: "312 of 50,000". */
  readonly matched: number;
  readonly total: number;
}

/**
 * Filter state: its text, earlier matches (for narrowing), and folders the user closed or opened while filtering. By
 * default folders with matches inside are open and all others closed.
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

/** A filter that matches every name. */
export function emptyFilter(): TreeFilter {
  return { text: '', matches: new Map(), closed: new Set(), opened: new Set() };
}

/** A folder that has not been listed yet. */
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

/**
 * Key of a row: the browse path; folders end with a slash, which separates an entry and a folder of the same name.
 */
export function rowKey(mount: Mount, path: string): string {
  return mount.path + path;
}

/** Row at an index; undefined outside the list. */
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

/** Index of the row with a key, or -1 if it is not visible. */
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

/** Position of an index in an ascending list of indices, or -1. */
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
