/**
 * Tree of one session while the app runs: listed folders, open folders, active row. It lives outside React, so that
 * leaving the section and returning changes nothing. Only folders the user opened are listed.
 */
import type { FolderListing } from '../../../shared/ipc/contract.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import { mountOf, type Mount, type MountPath } from '../../../shared/vault/mount.ts';
import { Store, type Readable } from '../../api/store.ts';
import { flatten } from './flatten.ts';
import { indexOfName, nameList } from './name-list.ts';
import {
  emptyFilter,
  indexOfRow,
  newFolder,
  rowAt,
  rowKey,
  type Folder,
  type TreeFilter,
  type TreeRow,
  type TreeRows,
} from './tree-model.ts';

/** Lists one folder: `path` below the mount, empty or with a trailing slash. */
export type ListFolder = (mount: MountPath, path: string) => Promise<Result<FolderListing>>;

/** State painted by the side bar; a new object after every change. */
export interface TreeSnapshot {
  readonly rows: TreeRows;
  readonly filterText: string;
  /** Key of the keyboard's active row; empty before the first move. */
  readonly activeKey: string;
  /** Counts up when the active row should scroll into view. */
  readonly scrollRequest: number;
}

/** Maximum number of siblings opened at once by `*`: each unlisted one costs a request. */
export const siblingsAtOnce = 50;

export class TreeStore {
  readonly #list: ListFolder;
  readonly #running = new Map<Folder, Promise<void>>();
  #mounts: readonly Folder[] = [];
  #filter: TreeFilter = emptyFilter();
  #activeKey = '';
  #scrollRequest = 0;
  readonly #store: Store<TreeSnapshot>;
  readonly subscribe: Readable<TreeSnapshot>['subscribe'];
  readonly snapshot: () => TreeSnapshot;
  /**
   * Row at the top of the view, with a fraction, for the next time the tree is shown. Painting does not depend on it.
   */
  topRow = 0;

  constructor(list: ListFolder) {
    this.#list = list;
    this.#store = new Store(this.#take());
    this.subscribe = this.#store.subscribe;
    this.snapshot = this.#store.snapshot;
  }

  /** Takes the server's current mounts; folders of unchanged mounts (same path, type, engine) are kept. */
  setMounts(mounts: readonly Mount[]): void {
    const before = new Map(this.#mounts.map((folder) => [folder.mount.path, folder]));
    this.#mounts = [...mounts]
      .sort((a, b) => mountRank(a) - mountRank(b) || (a.path < b.path ? -1 : 1))
      .map((mount) => {
        const known = before.get(mount.path);
        const same = known?.mount.engine === mount.engine && known.mount.type === mount.type;
        return known !== undefined && same ? known : newFolder(mount, '', undefined);
      });
    this.#changed();
  }

  setFilter(text: string): void {
    if (text === this.#filter.text) return;
    this.#filter = text === '' ? emptyFilter() : { ...this.#filter, text };
    this.#changed();
  }

  /** Sets the active row; `reveal` scrolls it into view. */
  setActive(key: string, reveal = true): void {
    this.#activeKey = key;
    if (reveal) this.#scrollRequest++;
    this.#changed();
  }

  toggle(row: TreeRow): void {
    if (row.kind === 'folder') {
      if (row.expanded) this.close(row);
      else void this.open(row);
    }
  }

  /** Opens a folder, listing it the first time (and again after a failure). */
  async open(row: TreeRow): Promise<void> {
    if (row.kind !== 'folder') return;
    const folder = row.folder ?? this.#childOf(row.parent, row.mount, row.name);
    if (folder !== undefined) await this.#expand(folder);
  }

  close(row: TreeRow): void {
    if (row.kind !== 'folder' || row.folder === undefined) return;
    row.folder.expanded = false;
    if (this.#filter.text !== '') {
      this.#filter.closed.add(row.folder);
      this.#filter.opened.delete(row.folder);
    }
    this.#changed();
  }

  /** Opens the folders beside a row, at most `siblingsAtOnce` unlisted ones; returns the number left out. */
  openSiblings(row: TreeRow): number {
    const { rows } = this.snapshot();
    let left = 0;
    let asked = 0;
    const parent = row.kind === 'note' ? row.folder : row.parent;
    const siblings: TreeRow[] = [];
    for (let index = 0; index < rows.count; index++) {
      const other = rowAt(rows, index);
      if (other?.kind === 'folder' && other.parent === parent && !other.expanded) siblings.push(other);
    }
    for (const sibling of siblings) {
      if (sibling.kind !== 'folder') continue;
      if (sibling.folder?.names === undefined && ++asked > siblingsAtOnce) left++;
      else void this.open(sibling);
    }
    return left;
  }

  /** Lists a folder and its open subfolders again. */
  async refresh(folder: Folder): Promise<void> {
    await this.#read(folder);
    const open = [...folder.children.values()].filter((child) => child.expanded);
    await Promise.all(open.map((child) => this.refresh(child)));
  }

  /**
   * Refreshes the folders that show an added or removed entry: the deepest listed folder on its path, and its parents
   * as long as a folder turns out to be empty. Only folders the user opened are listed.
   */
  async refreshAround(mount: MountPath, path: string): Promise<void> {
    let folder = this.#mounts.find((candidate) => candidate.mount.path === mount);
    for (const name of componentsOf(path)) {
      const child = folder?.children.get(name);
      if (child?.names === undefined) break;
      folder = child;
    }
    while (folder?.names !== undefined) {
      await this.refresh(folder);
      if (folder.names.count > 0) return;
      folder = folder.parent;
    }
  }

  /**
   * Refreshes the folders that show entries of a plan, each once; a closed one is listed when it opens again. `paths`:
   * with their mounts.
   */
  async refreshAfter(paths: readonly string[]): Promise<void> {
    const mounts = this.#mounts.map(({ mount }) => mount);
    const stale = new Set<Folder>();
    for (const path of paths) {
      const mount = mountOf(mounts, path);
      let folder = this.#mounts.find((candidate) => candidate.mount === mount);
      let listed: Folder | undefined;
      for (const name of componentsOf(path.slice(mount?.path.length ?? 0))) {
        if (folder?.names === undefined) break;
        listed = folder;
        folder = folder.children.get(name);
      }
      // An emptied folder goes from the one above.
      if (listed !== undefined) stale.add(listed).add(listed.parent ?? listed);
    }
    const open = [...stale].filter(isShown);
    for (const folder of stale)
      if (!isShown(folder)) Object.assign(folder, { names: undefined, expanded: false });
    await Promise.all(open.map((folder) => this.#read(folder)));
  }

  /** Lists every open folder again. */
  async refreshAll(): Promise<void> {
    await Promise.all(this.#mounts.filter((folder) => folder.expanded).map((folder) => this.refresh(folder)));
  }

  /** Opens every folder down to a path (listing on the way) and makes it the active row. Clears the filter. */
  async reveal(mount: MountPath, path: string): Promise<void> {
    this.#filter = emptyFilter();
    let folder = this.#mounts.find((candidate) => candidate.mount.path === mount);
    if (folder === undefined) return;
    const components = componentsOf(path);
    for (const [at, name] of components.entries()) {
      const last = at === components.length - 1;
      await this.#expand(folder);
      // Without `list` permission a folder cannot show its children: stop at the deepest one that can.
      if (folder.names === undefined || indexOfName(folder.names, name) === -1) break;
      if (last && !name.endsWith('/')) {
        this.setActive(rowKey(folder.mount, path));
        return;
      }
      const child = this.#childOf(folder, folder.mount, name);
      if (child === undefined) break;
      folder = child;
    }
    await this.#expand(folder);
    this.setActive(rowKey(folder.mount, folder.path));
  }

  /** Opens the listed folders around an entry, and makes it the active row; nothing happens if one is not listed. */
  showListed(key: string): void {
    if (this.#filter.text !== '') return;
    let folder = this.#mounts.find(({ mount }) => key.startsWith(mount.path));
    const around: Folder[] = [];
    for (const name of componentsOf(key.slice(folder?.mount.path.length ?? 0))) {
      if (folder?.names === undefined || indexOfName(folder.names, name) === -1) return;
      around.push(folder);
      folder = folder.children.get(name);
    }
    for (const one of around) one.expanded = true;
    if (around.length > 0) this.setActive(key);
  }

  /** All folders with known names; a closed folder keeps its list. */
  listedFolders(): readonly Folder[] {
    const listed = (folder: Folder): Folder[] => [
      ...(folder.names === undefined ? [] : [folder]),
      ...[...folder.children.values()].flatMap(listed),
    ];
    return this.#mounts.flatMap(listed);
  }

  /** Index of the active row, or -1. */
  activeIndex(): number {
    return this.#activeKey === '' ? -1 : indexOfRow(this.snapshot().rows, this.#activeKey);
  }

  async #expand(folder: Folder): Promise<void> {
    folder.expanded = true;
    if (this.#filter.text !== '') {
      this.#filter.opened.add(folder);
      this.#filter.closed.delete(folder);
    }
    if (folder.names === undefined) await this.#read(folder);
    else this.#changed();
  }

  #childOf(parent: Folder | undefined, mount: Mount, name: string): Folder | undefined {
    if (parent === undefined) return this.#mounts.find((folder) => folder.mount.path === mount.path);
    let child = parent.children.get(name);
    if (child === undefined) {
      if (!name.endsWith('/')) return undefined;
      child = newFolder(mount, parent.path + name, parent);
      child.indexInParent = parent.names === undefined ? -1 : indexOfName(parent.names, name);
      parent.children.set(name, child);
    }
    return child;
  }

  /** Reads a folder once at a time; concurrent callers share the pending read. */
  #read(folder: Folder): Promise<void> {
    let running = this.#running.get(folder);
    if (running === undefined) {
      running = this.#readNow(folder).finally(() => this.#running.delete(folder));
      this.#running.set(folder, running);
    }
    return running;
  }

  async #readNow(folder: Folder): Promise<void> {
    folder.loading = true;
    folder.error = undefined;
    this.#changed();
    const result = await this.#list(folder.mount.path, folder.path);
    folder.loading = false;
    if (result.ok) {
      folder.names = nameList(result.value.names);
      folder.warnings = result.value.warnings;
    } else if (isNothingThere(result.error)) {
      folder.names = nameList('');
      folder.warnings = result.error.serverWarnings ?? [];
    } else {
      folder.error = result.error;
      // A forbidden folder closes and shows its error; opening it retries.
      if (result.error.kind === 'forbidden' && folder.names === undefined) folder.expanded = false;
    }
    for (const [name, child] of folder.children) {
      child.indexInParent = folder.names === undefined ? -1 : indexOfName(folder.names, name);
      if (child.indexInParent === -1) folder.children.delete(name);
    }
    this.#changed();
  }

  #take(): TreeSnapshot {
    return {
      rows: flatten(this.#mounts, this.#filter),
      filterText: this.#filter.text,
      activeKey: this.#activeKey,
      scrollRequest: this.#scrollRequest,
    };
  }

  #changed(): void {
    this.#store.set(this.#take());
  }
}

/** Readable and editable mounts come before those only listed. */
function mountRank(mount: Mount): number {
  switch (mount.engine) {
    case 'kv2':
    case 'kv1':
      return 0;
    case 'other':
      return 1;
    case 'cubbyhole':
      return 2;
  }
}

/** True if a folder and all around it are open. */
function isShown({ expanded, parent }: Folder): boolean {
  return expanded && (parent === undefined || isShown(parent));
}

/** The server answers alike (404 without a message) for an empty folder, an entry's path and a missing path. */
function isNothingThere(error: AppError): boolean {
  return error.kind === 'invalid-path' && error.reason === 'absent';
}

/** `a/b/c` → `a/`, `b/`, `c`. */
function componentsOf(path: string): string[] {
  return path.match(/[^/]+\/?/g) ?? [];
}
