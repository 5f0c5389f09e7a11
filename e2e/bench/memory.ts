/** Total memory of an app's processes, by the kernel's proportional accounting. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { descendants, processName } from '../traces/process-memory.ts';

/** Proportional set size of one process: its own pages, and its share of each shared page. */
export interface ProcessMemory {
  readonly process: string;
  readonly pssBytes: number;
}

const STEADY_SHARE = 0.005;
const LOOKS = 40;

/** PSS of a process and everything below it, now; a process that ends meanwhile is left out. */
export function memoryOfTree(rootPid: number): ProcessMemory[] {
  return [rootPid, ...descendants(rootPid)].flatMap((pid) => {
    try {
      const pss = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      return pss === undefined
        ? []
        : [{ process: pid === rootPid ? 'main' : processName(pid), pssBytes: Number(pss) * 1024 }];
    } catch {
      return [];
    }
  });
}

/** Sum of their bytes. */
export function totalBytes(memory: readonly ProcessMemory[]): number {
  return memory.reduce((sum, { pssBytes }) => sum + pssBytes, 0);
}

/**
 * Memory once it is stable: Chromium returns pages some time after a collection. Checks every 250 ms until three
 * readings in a row agree to half a per cent, at most ten seconds; returns the last reading.
 */
export async function steadyMemory(rootPid: number): Promise<ProcessMemory[]> {
  let last = memoryOfTree(rootPid);
  let agreed = 0;
  for (let look = 0; look < LOOKS && agreed < 2; look++) {
    await pause(250);
    const now = memoryOfTree(rootPid);
    const moved = Math.abs(totalBytes(now) - totalBytes(last)) / Math.max(1, totalBytes(last));
    agreed = moved <= STEADY_SHARE ? agreed + 1 : 0;
    last = now;
  }
  return last;
}
