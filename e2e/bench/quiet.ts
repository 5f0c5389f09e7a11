/**
 * Waits for a quiet moment before a sample: the previous app leaves work behind (ending processes, removal of files),
 * which would be charged to the next one. On a machine that is never quiet the wait times out, and both sides of a
 * comparison still meet the same noise.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 150;
const LOOKS = 14;
const QUIET_SHARE = 0.85;

interface CpuTime {
  readonly idle: number;
  readonly total: number;
}

/** Resolves when 85 % of all cores were idle for 150 ms, after two seconds at most; at once without /proc/stat. */
export async function quietMoment(): Promise<void> {
  let before = cpuTime();
  for (let look = 0; look < LOOKS && before !== undefined; look++) {
    await pause(LOOK_MS);
    const now = cpuTime();
    if (now === undefined || idleShare(before, now) >= QUIET_SHARE) return;
    before = now;
  }
}

/** Idle share of the cores between two readings, 0 to 1; 1 if no time has passed. */
export function idleShare(before: CpuTime, now: CpuTime): number {
  const total = now.total - before.total;
  return total <= 0 ? 1 : (now.idle - before.idle) / total;
}

/** Total time of all cores, from the text of /proc/stat, in its own ticks; undefined if it is missing there. */
export function parseCpuTime(stat: string): CpuTime | undefined {
  const numbers = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.trim().split(' ').map(Number);
  if (numbers === undefined || numbers.length < 5) return undefined;
  // user nice system idle iowait irq softirq steal; later fields are included in user and nice already.
  const total = numbers.slice(0, 8).reduce((sum, ticks) => sum + ticks, 0);
  return { idle: (numbers[3] ?? 0) + (numbers[4] ?? 0), total };
}

function cpuTime(): CpuTime | undefined {
  try {
    return parseCpuTime(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return undefined;
  }
}
