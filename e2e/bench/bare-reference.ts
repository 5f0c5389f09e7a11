/**
 * The minimum work to obtain a server's response: one undici request on a warm connection, the body as text, one
 * JSON.parse. It runs under Electron's own Node (the same HTTP parser and V8 as the app's main process), in a fresh
 * process each time like the app, after the same few small requests. The task comes as JSON on stdin; the result is
 * JSON on stdout.
 */
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';

/** Its task. Paths are encoded, below `/v1/`, with their query. */
export interface BareTask {
  readonly address: string;
  readonly token: string;
  readonly warmUpPaths: readonly string[];
  readonly path: string;
}

/** Its result: the milliseconds, and the body for the caller to check. */
export interface BareAnswer {
  readonly elapsedMs: number;
  readonly text: string;
}

const task = JSON.parse(await text(process.stdin)) as BareTask;
const dispatcher = new Agent({ allowH2: false });
const headers = { 'X-Vault-Token': task.token, 'X-Vault-Request': 'true' };

for (const path of task.warmUpPaths) JSON.parse(await get(path));

const before = performance.now();
const body = await get(task.path);
JSON.parse(body);
const answer: BareAnswer = { elapsedMs: performance.now() - before, text: body };
process.stdout.write(JSON.stringify(answer));
await dispatcher.close();

async function get(path: string): Promise<string> {
  const response = await request(`${task.address}/v1/${path}`, { dispatcher, headers });
  const received = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${String(response.statusCode)} ${received.slice(0, 200)}`);
  return received;
}
