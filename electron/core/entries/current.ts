/** Reads the current state of an entry's place: before a write to it, and after a conflict. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { VersionGone } from '../../vault/api/kv-v2.ts';
import { readEntry } from './reading.ts';
import type { ReadEntry } from './reading.ts';
import type { Session } from '../session/session.ts';

/** An entry's place with its mount resolved. */
export interface KnownPlace {
  readonly mount: Mount;
  /** Path below the mount. */
  readonly path: string;
}

export type Current =
  | { readonly state: 'living'; readonly read: ReadEntry }
  /** KV v2: the current version is deleted or destroyed; its number still counts. */
  | { readonly state: 'gone'; readonly version: number; readonly error: AppError }
  | { readonly state: 'absent'; readonly error: AppError }
  /** The token cannot read it. */
  | { readonly state: 'unreadable'; readonly error: AppError };

/** Reads the current state. Rejects if even that cannot be found out: no such mount, sealed, no connection … */
export async function currentOf(
  session: Session,
  { mount, path }: KnownPlace,
  signal?: AbortSignal,
): Promise<Current> {
  try {
    return { state: 'living', read: await readEntry(session, mount, path, undefined, signal) };
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (failure instanceof VersionGone) return { state: 'gone', version: failure.facts.version, error };
    if (error.kind === 'invalid-path' && error.reason === 'absent') return { state: 'absent', error };
    if (error.kind === 'forbidden') return { state: 'unreadable', error };
    throw failure;
  }
}

/** The version that a save there must replace; 0: none exists, undefined: unknown. */
export function versionOf(current: Current): number | undefined {
  switch (current.state) {
    case 'living':
      return current.read.version;
    case 'gone':
      return current.version;
    case 'absent':
      return 0;
    case 'unreadable':
      return undefined;
  }
}

/** The full path of a place, for sentences. */
export function fullPath({ mount, path }: KnownPlace): string {
  return mount.path + path;
}
