/** What stands at an entry's place right now: looked at before anything is written there, and after a conflict. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { VersionGone } from '../../vault/api/kv-v2.ts';
import { readEntry } from './reading.ts';
import type { ReadEntry } from './reading.ts';
import type { Session } from '../session/session.ts';

/** An entry's place, its mount known. */
export interface KnownPlace {
  readonly mount: Mount;
  /** Below the mount. */
  readonly path: string;
}

export type Current =
  | { readonly state: 'living'; readonly read: ReadEntry }
  /** KV v2: the current version is deleted or destroyed; its number still counts. */
  | { readonly state: 'gone'; readonly version: number; readonly error: AppError }
  | { readonly state: 'absent'; readonly error: AppError }
  /** The token may not read it. */
  | { readonly state: 'unreadable'; readonly error: AppError };

/** Reads what is current. Rejects where even that cannot be found out: no such mount, sealed, no connection … */
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

/** The number a save there would have to replace, as far as `currentOf` has found it out; 0: nothing. */
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

/** How a place is called in a sentence. */
export function fullPath({ mount, path }: KnownPlace): string {
  return mount.path + path;
}
