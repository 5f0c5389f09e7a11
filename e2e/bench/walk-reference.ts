/**
 * The minimum work to know all names below a mount of KV v2, and if wanted all current values: a list of each folder
 * and a read of each entry, `parallel` at a time, the bodies parsed. Bare undici under Electron's own Node, in a fresh process each time like the app. The task comes as JSON on
 * stdin; the result is JSON on stdout.
 */
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { median } from './statistics.ts';

const LISTS = 21;

export interface WalkTask {
  readonly address: string;
  readonly token: string;
  /** Ends in a slash. */
  readonly mount: string;
  readonly parallel: number;
  /** Text to look for in the values, which are read for that; without it names only. */
  readonly needle?: string;
  /** Folder to start from; by default the mount itself. */
  readonly from?: string;
}

/** Milliseconds, and the paths found, for the caller to check. */
export interface WalkAnswer {
  readonly elapsedMs: number;
  /** With a needle, only the entries that have it in a value. */
  readonly paths: readonly string[];
  readonly reads: number;
  /** One list alone: the median of some, one after the other. */
  readonly listMs: number;
}

const task = JSON.parse(await text(process.stdin)) as WalkTask;
const dispatcher = new Agent({ allowH2: false, connections: task.parallel, pipelining: 1 });
const headers = { 'X-Vault-Token': task.token, 'X-Vault-Request': 'true' };

for (const path of ['sys/health', 'auth/token/lookup-self', 'sys/internal/ui/mounts']) await get(path);

const before = performance.now();
const paths: string[] = [];
const { needle, from = '' } = task;
const waiting = [from];
let reads = 0;
await new Promise<void>((resolve, reject) => {
  let next = 0;
  let underWay = 0;
  const begin = (): void => {
    while (underWay < task.parallel && next < waiting.length) {
      underWay++;
      const path = waiting[next++] ?? '';
      (path === '' || path.endsWith('/') ? listFolder(path) : readEntry(path)).then(() => {
        underWay--;
        if (underWay === 0 && next === waiting.length) resolve();
        else begin();
      }, reject);
    }
  };
  begin();
});
const elapsedMs = performance.now() - before;
const lists: number[] = [];
for (let time = 0; time < LISTS; time++) {
  const listedAt = performance.now();
  await get(`${task.mount}metadata/?list=true`);
  lists.push(performance.now() - listedAt);
}
const answer: WalkAnswer = { elapsedMs, paths, reads, listMs: median(lists) };
process.stdout.write(JSON.stringify(answer));
await dispatcher.close();

async function listFolder(folder: string): Promise<void> {
  const listed = (await get(`${task.mount}metadata/${folder}?list=true`)) as { data: { keys: string[] } };
  for (const name of listed.data.keys) {
    if (needle === undefined) paths.push(folder + name);
    if (needle !== undefined || name.endsWith('/')) waiting.push(folder + name);
  }
}

async function readEntry(path: string): Promise<void> {
  const answer = (await get(`${task.mount}data/${path}`)) as {
    data: { data: Readonly<Record<string, unknown>> };
  };
  reads++;
  for (const value of Object.values(answer.data.data))
    if (typeof value === 'string' && value.includes(needle ?? '')) paths.push(path);
}

async function get(path: string): Promise<unknown> {
  const response = await request(`${task.address}/v1/${path}`, { dispatcher, headers });
  const received = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${String(response.statusCode)} ${received.slice(0, 200)}`);
  return JSON.parse(received);
}
