/** Runs a script of the bench in a fresh process of the app's Electron as Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Passes the task as JSON to the script, and returns its JSON output. Rejects if it fails; the cause is on stderr.
 */
export async function runReference<Task, Answer>(
  electron: string,
  script: string,
  task: Task,
): Promise<Answer> {
  const child = spawn(electron, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(task));
  const [answer] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(answer) as Answer;
}
