/** Places chosen for work on many entries: entries, folders and whole mounts of open sessions. */
import type { MountPath } from './mount.ts';

/** One chosen place. */
export interface SelectedPlace {
  readonly sessionId: string;
  readonly mount: MountPath;
  /** Below the mount, without a leading slash; a folder ends in `/`, the empty path is the whole mount. */
  readonly path: string;
  /** KV v2 entries only: these versions, for actions on versions. Absent: what the action takes by default. */
  readonly versions?: readonly number[];
}

/** Most places in one selection; a folder counts as one. */
export const mostSelected = 10_000;

/** True for a folder or a whole mount. */
export function isFolderPath(path: string): boolean {
  return path === '' || path.endsWith('/');
}
