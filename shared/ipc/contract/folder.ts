/** Folders as tables: the metadata of their entries. */
import type { FolderRow } from '../../vault/folder-table.ts';
import type { AtPath, Call } from './call.ts';

/** One batch of rows of a folder's table. */
export interface FolderBatch {
  readonly jobId: string;
  readonly rows: readonly FolderRow[];
  readonly done: number;
  /** Entries known so far. */
  readonly total: number;
}

export interface FolderCalls {
  /**
   * Reads the metadata of the entries in a folder, or of all `below` it; never a value. `keys`: asks for the names of
   * their keys as well, to count them. Rows arrive as `folder.found`, the end as `job.ended`.
   */
  'folder.table': Call<
    AtPath & { readonly below: boolean; readonly keys: boolean },
    { readonly jobId: string }
  >;
}

export interface FolderEvents {
  'folder.found': FolderBatch;
}
