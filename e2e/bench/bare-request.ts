/** Runs the bare request in a fresh process of the app's Electron as Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BareAnswer, BareTask } from './bare-reference.ts';

/** The milliseconds that the bare request takes, and its body. Rejects where the process fails; it says why on stderr. */
export async function askBarely(electron: string, task: BareTask): Promise<BareAnswer> {
  const script = fileURLToPath(new URL('bare-reference.ts', import.meta.url));
  const child = spawn(electron, [script], {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(task));
  const [answer] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(answer) as BareAnswer;
}
