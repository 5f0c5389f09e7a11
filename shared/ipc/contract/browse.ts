/** Mounts, folders, and the ends of jobs. */
import type { MountConfig } from '../../vault/editing.ts';
import type { Mount, MountPath } from '../../vault/mount.ts';
import type { PackedNames } from '../../vault/names.ts';
import type { AppError } from '../result.ts';
import type { AtPath, Call, InSession, None } from './call.ts';

export interface FolderListing {
  /** Folders end in `/`; an entry and a folder can share a name. */
  readonly names: PackedNames;
  readonly count: number;
  readonly warnings: readonly string[];
}

/** Target of "go to path". */
export interface Destination {
  readonly mount: Mount;
  /** Path below the mount; empty: the mount itself; a trailing slash: a folder. */
  readonly path: string;
  /** Version named by a URL or CLI line. */
  readonly version?: number;
}

/** Totals at the end of a job. */
export interface JobEnd {
  readonly jobId: string;
  readonly outcome: 'done' | 'cancelled' | 'stopped';
  readonly foldersRead: number;
  readonly namesSeen: number;
  /** At most 100 of the folders that could not be read; `unreadCount` counts all of them. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  readonly unreadCount: number;
  /** Set with `stopped`: the error that ended the job early. */
  readonly error?: AppError;
}

export interface BrowseCalls {
  'mount.list': Call<InSession, readonly Mount[]>;
  /** KV v2 only; `not-offered` for other engines. */
  'mount.config': Call<InSession & { readonly mount: MountPath }, MountConfig>;
  /** Rejects with `conflict` if the server's settings differ from `before`. */
  'mount.setConfig': Call<
    InSession & { readonly mount: MountPath; readonly before: MountConfig; readonly config: MountConfig },
    MountConfig
  >;
  'folder.list': Call<AtPath, FolderListing>;
  'path.resolve': Call<InSession & { readonly text: string }, Destination>;
  'job.cancel': Call<{ readonly jobId: string }, None>;
}

export interface BrowseEvents {
  'job.ended': JobEnd;
}
