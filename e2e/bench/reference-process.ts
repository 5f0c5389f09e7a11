/** Runs a script of the bench in a fresh process: of the app's Electron as Node, or of the Python that has hvac. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { referencePython } from '../../build/setup/reference-client.mjs';

/**
 * Passes the task as JSON to the script, and returns its JSON output. Rejects if it fails; the cause is on stderr.
 */
export async function runReference<Task, Answer>(
  electron: string,
  script: string,
  task: Task,
): Promise<Answer> {
  return runScript(electron, { ELECTRON_RUN_AS_NODE: '1' }, script, task);
}

/** The same with hvac; no home, from which it would take a token. */
export async function runHvac<Task, Answer>(script: string, task: Task): Promise<Answer> {
  return runScript(referencePython(), { LANG: 'C.UTF-8', HOME: '/nonexistent' }, script, task);
}

async function runScript<Answer>(
  program: string,
  env: Readonly<Record<string, string>>,
  script: string,
  task: unknown,
): Promise<Answer> {
  const child = spawn(program, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(task));
  const [answer] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(answer) as Answer;
}
