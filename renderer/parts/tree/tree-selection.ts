/**
 * Rows of a session's tree that are selected together, for work on many entries: one by one, in ranges, or a folder's
 * names. Selecting sends no request.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { isFolderPath, mostSelected } from '../../../shared/vault/selection.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';
import { indexOfRow, rowAt, type TreeRow, type TreeRows } from './tree-model.ts';

/** A row that can be selected: an entry, a folder or a mount. */
export interface PlaceInTree {
  readonly mount: Mount;
  /** Below the mount; empty: the mount. */
  readonly path: string;
}

type Selected = ReadonlyMap<string, PlaceInTree>;

export class TreeSelection {
  readonly #store = new Store<Selected>(new Map());
  readonly subscribe = this.#store.subscribe;
  /** By key of the row. */
  readonly snapshot = this.#store.snapshot;
  /** Key of the row that a range starts at; empty: the active row is the next one's start. */
  #anchor = '';
  /** The selection before the range. */
  #before: Selected = new Map();

  /** Selects a row, or no longer; a range can start there. */
  toggle(row: TreeRow): void {
    const place = placeOf(row);
    if (place === undefined) return;
    const next = new Map(this.snapshot());
    if (!next.delete(row.key) && next.size < mostSelected) next.set(row.key, place);
    this.#store.set(next);
    this.leaveRange();
  }

  /** Selects from the start of the range, or from the active row, to another row; a shorter range selects less. */
  extend(rows: TreeRows, active: number, to: number): void {
    let from = this.#anchor === '' ? -1 : indexOfRow(rows, this.#anchor);
    if (from === -1) {
      from = active === -1 ? to : active;
      this.#anchor = rowAt(rows, from)?.key ?? '';
      this.#before = this.snapshot();
    }
    const next = new Map(this.#before);
    const step = to < from ? -1 : 1;
    for (let index = from; index !== to + step && next.size < mostSelected; index += step) {
      const row = rowAt(rows, index);
      const place = row && placeOf(row);
      if (row !== undefined && place !== undefined) next.set(row.key, place);
    }
    this.#store.set(next);
  }

  /** Adds all shown rows of a row's folder. */
  addSiblings(rows: TreeRows, of: TreeRow): void {
    const parent = of.kind === 'note' ? of.folder : of.parent;
    const next = new Map(this.snapshot());
    for (let index = 0; index < rows.count && next.size < mostSelected; index++) {
      const row = rowAt(rows, index);
      if (row === undefined || row.kind === 'note' || row.parent !== parent) continue;
      const place = placeOf(row);
      if (place !== undefined) next.set(row.key, place);
    }
    this.#store.set(next);
    this.leaveRange();
  }

  /** The next range starts anew. */
  leaveRange(): void {
    this.#anchor = '';
  }

  clear(): void {
    this.leaveRange();
    if (this.snapshot().size > 0) this.#store.set(new Map());
  }
}

/** Places that a row's menu and keys act on: everything selected if the row is part of it, otherwise the row alone. */
export function placesAt(selected: Selected, row: TreeRow | undefined): readonly PlaceInTree[] {
  if (row !== undefined && !selected.has(row.key)) {
    const place = placeOf(row);
    return place === undefined ? [] : [place];
  }
  return outermost([...selected.values()]);
}

/** Leaves out what lies below another place. */
function outermost(places: readonly PlaceInTree[]): readonly PlaceInTree[] {
  const folders = new Set(places.filter(({ path }) => isFolderPath(path)).map(keyOf));
  return places.filter((place) => {
    const key = keyOf(place);
    for (let slash = key.indexOf('/'); slash !== -1; slash = key.indexOf('/', slash + 1))
      if (slash < key.length - 1 && folders.has(key.slice(0, slash + 1))) return false;
    return true;
  });
}

function keyOf({ mount, path }: PlaceInTree): string {
  return mount.path + path;
}

/** Undefined: nothing that plans can work on. */
function placeOf(row: TreeRow): PlaceInTree | undefined {
  return row.kind === 'note' || row.mount.engine === 'other'
    ? undefined
    : { mount: row.mount, path: row.path };
}

/** Selection in a session's tree, created on first access. */
export const treeSelectionOf = perSession(() => new TreeSelection());
