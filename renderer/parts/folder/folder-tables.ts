/**
 * Folders read as tables in this run. A table is read when a person asks for it and stays as it was read until the
 * session closes or the app locks. It lives outside React and goes on while another tab is in front.
 */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FolderRow } from '../../../shared/vault/folder-table.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { followRows } from '../../api/follow-rows.ts';
import type { FollowedJob } from '../../api/jobs.ts';
import { perSession } from '../../api/per-session.ts';
import { Store, type Readable } from '../../api/store.ts';
import type { GridPlace } from '../../ui/row-grid.tsx';
import type { Sort } from '../../ui/table.tsx';

/** Lists over the rows of one table. */
export type FolderView = 'entries' | 'deleted' | 'changes';

/** One reading of a folder. */
export interface FolderReading {
  readonly running: boolean;
  readonly done: number;
  /** Entries known so far. */
  readonly total: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly end: JobEnd | undefined;
  /** The error that kept it from starting. */
  readonly error: AppError | undefined;
}

export interface FolderState {
  /** All entries below the folder, not only those in it. */
  readonly below: boolean;
  /** Keys were counted as well. */
  readonly keys: boolean;
  /** Undefined: not read yet. */
  readonly reading: FolderReading | undefined;
  readonly rows: readonly FolderRow[];
  readonly view: FolderView;
  /** Filters the paths. */
  readonly text: string;
  readonly sorts: Partial<Readonly<Record<FolderView, Sort>>>;
  /** Keys of rows of the current view. */
  readonly selected: ReadonlySet<string>;
}

const unread: FolderState = {
  below: false,
  keys: false,
  reading: undefined,
  rows: [],
  view: 'entries',
  text: '',
  sorts: {},
  selected: new Set(),
};

/** The table of one folder. */
export class FolderTable implements Readable<FolderState> {
  readonly #store = new Store(unread);
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  readonly #changed: () => void;
  readonly #sessionId: string;
  #job: FollowedJob | undefined;
  readonly mount: Mount;
  /** Below the mount: empty, or ending in `/`. */
  readonly path: string;
  readonly places: Readonly<Record<FolderView, GridPlace>> = {
    entries: { row: 0, top: 0 },
    deleted: { row: 0, top: 0 },
    changes: { row: 0, top: 0 },
  };

  constructor(sessionId: string, { mount, path }: Pick<FolderTable, 'mount' | 'path'>, changed: () => void) {
    this.#sessionId = sessionId;
    this.mount = mount;
    this.path = path;
    this.#changed = changed;
  }

  /** Changes what is shown of the rows; another view starts without a selection. */
  show(by: Partial<Pick<FolderState, 'view' | 'text' | 'selected'>>): void {
    this.#store.change(by.view === undefined ? by : { selected: new Set(), ...by });
  }

  setSort(sort: Sort): void {
    const { view, sorts } = this.snapshot();
    this.#store.change({ sorts: { ...sorts, [view]: sort } });
  }

  toggle(key: string): void {
    const selected = new Set(this.snapshot().selected);
    if (!selected.delete(key)) selected.add(key);
    this.#store.change({ selected });
  }

  /** Reads the folder from the start, as before unless told otherwise. */
  async read(how: Partial<Pick<FolderState, 'below' | 'keys'>> = {}): Promise<void> {
    this.#job?.drop();
    const { below, keys } = { ...this.snapshot(), ...how };
    const reading: FolderReading = {
      running: true,
      done: 0,
      total: 0,
      startedMs: Date.now(),
      endedMs: undefined,
      end: undefined,
      error: undefined,
    };
    this.#store.change({ below, keys, reading, rows: [], selected: new Set() });
    const place = { sessionId: this.#sessionId, mount: this.mount.path, path: this.path };
    const entries = (counts: { readonly done: number; readonly total: number }) =>
      ({ kind: 'list', things: 'entries', done: counts.done, total: counts.total }) as const;
    const job = followRows(
      {
        event: 'folder.found',
        sessionId: this.#sessionId,
        label: `Reading ${this.mount.path}${this.path}`,
        state: entries(reading),
        stateAt: entries,
        start: () => vault.folder.table({ ...place, below, keys }),
      },
      {
        progressed: (batches) => {
          const { done = 0, total = 0 } = batches.at(-1) ?? {};
          this.#store.change({ rows: [...this.snapshot().rows, ...batches.flatMap(({ rows }) => rows)] });
          this.#changeReading({ done, total });
        },
        ended: (end) => {
          this.#changeReading({ running: false, end, endedMs: Date.now() });
          this.#changed();
        },
      },
    );
    this.#job = job;
    try {
      await job.started;
    } catch (caught) {
      if (this.#job === job) this.#changeReading({ running: false, error: appErrorOf(caught) });
    }
  }

  /** Asks main to stop; the end arrives as an event. */
  async cancel(): Promise<void> {
    await this.#job?.cancel();
  }

  close(): void {
    this.#job?.drop();
    this.#store.set(unread);
  }

  #changeReading(by: Partial<FolderReading>): void {
    const { reading } = this.snapshot();
    if (reading !== undefined) this.#store.change({ reading: { ...reading, ...by } });
  }
}

/** All tables of a session; as a store, it changes when a folder was read to its end. */
export class FolderTables implements Readable<readonly FolderTable[]> {
  readonly #sessionId: string;
  readonly #store = new Store<readonly FolderTable[]>([]);
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  readonly #tables = new Map<string, FolderTable>();

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** The table of a folder, made on first access; nothing is read. */
  at(mount: Mount, path: string): FolderTable {
    const key = mount.path + path;
    const known = this.#tables.get(key);
    if (known !== undefined && known.mount.engine === mount.engine) return known;
    const made = new FolderTable(this.#sessionId, { mount, path }, () =>
      this.#store.set([...this.#tables.values()]),
    );
    this.#tables.set(key, made);
    return made;
  }

  close(): void {
    for (const table of this.#tables.values()) table.close();
    this.#tables.clear();
    this.#store.set([]);
  }
}

/** Tables of a session, created on first access. */
export const foldersOf = perSession(
  (sessionId) => new FolderTables(sessionId),
  (folders) => folders.close(),
);
