/**
 * What Electron and Chromium would keep by themselves, and do not. Our pages live in sessions of memory only, but Chromium
 * opens a session of its own at every start, with caches, local storage, cookies and trust tokens, and names its
 * installation in a folder for crash dumps. Nobody uses any of it: the session gets a folder in memory that ends with the
 * app, the dumps one that cannot exist. (The session's could not exist either, but then Chromium tries for seconds to make
 * it, and a quit waits for that.)
 *
 * A core dump that the system takes of a process that crashes holds no memory of ours either. No native code is needed for
 * that: the kernel asks a file how much of a process to write.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';

/** In front of a process id: whose folder it is. */
const PREFIX = 'strongroom-session-';
/** A file system in memory; other systems have none to write to. */
const SHARED_MEMORY = '/dev/shm';

/** Leads Chromium away from the disk; call before the app is ready. */
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
    // Nothing may be written there: then beside our own files, which is no secret either.
  }
}

/** Folders of apps that were killed. */
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
    // Another user's; or Chromium is writing still, and the next start removes it.
  }
}

/** No kind of memory: what remains of a core dump are registers, and names of files. */
const NO_MEMORY = '0';

/** Of a process and of all that are forked from it: of each before its children are looked for, so that none is missed. */
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
