/**
 * Keeps Electron and Chromium from storing data by themselves. Our pages live in sessions of memory only, but
 * Chromium opens a session of its own at every start, with caches, local storage, cookies and trust tokens, and names
 * its installation in a folder for crash dumps. The app uses none of it: the session gets a folder in memory that
 * ends with the app, the dumps one that cannot exist. (The session's could not exist either, but then Chromium tries
 * for seconds to make it, and a quit waits for that.)
 *
 * A core dump of a crashed process contains none of our memory either. No native code is needed: a file of the kernel
 * sets how much of a process to write.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';

/** Prefix before the owner's process id. */
const PREFIX = 'strongroom-session-';
/** A file system in memory; other systems have no writable one. */
const SHARED_MEMORY = '/dev/shm';

/** Keeps Chromium's data off the disk; call before the app is ready. */
export function leaveNothingBehind(app: Pick<App, 'once' | 'setPath'>): void {
  app.setPath('crashDumps', join(process.execPath, 'none'));
  if (process.platform === 'linux') dumpNoMemory('self');
  const place = existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
  try {
    removeForsaken(place);
    const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
    app.setPath('sessionData', folder);
    app.once('quit', () => remove(folder));
  } catch {
    // The session then lies beside our own files, which leaks no secret either.
  }
}

/** Removes the folders of killed apps. */
function removeForsaken(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) remove(join(place, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Another user's; or Chromium still writes, and the next start removes it.
  }
}

/** No kind of memory: a core dump then holds only registers and file names. */
const NO_MEMORY = '0';

/** A process and all that are forked from it: each is set before its children are listed, so that none is missed. */
function dumpNoMemory(pid: string): void {
  attempt(() => {
    writeFileSync(`/proc/${pid}/coredump_filter`, NO_MEMORY);
    for (const thread of readdirSync(`/proc/${pid}/task`))
      attempt(() => {
        const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [];
        for (const child of children) dumpNoMemory(child);
      });
  });
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A kernel that takes no core dumps, or does not list children; or the process or thread has ended meanwhile.
  }
}
