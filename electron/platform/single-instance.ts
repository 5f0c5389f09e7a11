/**
 * One app per data folder. Chromium's lock is a link in that folder; if it cannot be made (a full disk, a read-only
 * home), it fails as if another app were there. Such a folder does not prevent a start: the files report their own
 * faults.
 */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** True if a refused lock means that another app runs on the folder. */
export function isTakenByAnother(dataFolder: string, platform: NodeJS.Platform): boolean {
  // Windows keeps its lock elsewhere.
  if (platform === 'win32') return true;
  let target: string;
  try {
    target = readlinkSync(join(dataFolder, 'SingletonLock'));
  } catch {
    // The lock is missing.
    return false;
  }
  // `host-pid`; another host's cannot be checked, so it counts.
  const pid = Number(/-(\d+)$/.exec(target)?.[1]);
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
