/**
 * The reference of open-50k: the least that must happen to have a list. One undici request on a warm connection, the
 * body as text, one JSON.parse. It runs under Electron's own Node (the same HTTP parser and V8 as the app's main
 * process), in a fresh process each time as the app is, after the same few small requests as an app makes first.
 * Settings come as JSON on standard input; the answer is one line of JSON.
 */
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';

/** What it is told. Paths are encoded, below `/v1/`, with their query. */
export interface ListTask {
  readonly address: string;
  readonly token: string;
  readonly warmUpPaths: readonly string[];
  readonly listPath: string;
}

/** What it answers. */
export interface ListTime {
  readonly elapsedMs: number;
  readonly count: number;
  readonly last: string;
}

const task = JSON.parse(await text(process.stdin)) as ListTask;
const dispatcher = new Agent({ allowH2: false });
const headers = { 'X-Vault-Token': task.token, 'X-Vault-Request': 'true' };

for (const path of task.warmUpPaths) JSON.parse(await get(path));

const before = performance.now();
const { keys } = (JSON.parse(await get(task.listPath)) as { data: { keys: string[] } }).data;
const elapsedMs = performance.now() - before;

const time: ListTime = { elapsedMs, count: keys.length, last: keys.at(-1) ?? '' };
process.stdout.write(JSON.stringify(time));
await dispatcher.close();

async function get(path: string): Promise<string> {
  const answer = await request(`${task.address}/v1/${path}`, { dispatcher, headers });
  const body = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${body.slice(0, 200)}`);
  return body;
}
