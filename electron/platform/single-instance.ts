/**
 * One app a data folder. Chromium's lock is a link in that folder, and where it cannot be made (a full disk, a read-only
 * home) it says no as if another app were there. Such a folder is no reason not to start: what cannot be kept is said.
 */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a refused lock means that another app runs on the folder. */
export function isTakenByAnother(dataFolder: string, platform: NodeJS.Platform): boolean {
  // Windows keeps its lock elsewhere.
  if (platform === 'win32') return true;
  let target: string;
  try {
    target = readlinkSync(join(dataFolder, 'SingletonLock'));
  } catch {
    // There is no lock.
    return false;
  }
  // `host-pid`; on another host nothing is known of it, so it counts.
  const pid = Number(/-(\d+)$/.exec(target)?.[1]);
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
