/**
 * The minimum work to know all names below a mount of KV v2: a list of each folder, `parallel` at a time, the bodies
 * parsed. Bare undici under Electron's own Node, in a fresh process each time like the app. The task comes as JSON on
 * stdin; the result is JSON on stdout.
 */
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';

export interface WalkTask {
  readonly address: string;
  readonly token: string;
  /** Ends in a slash. */
  readonly mount: string;
  readonly parallel: number;
}

/** Milliseconds, and the paths found, for the caller to check. */
export interface WalkAnswer {
  readonly elapsedMs: number;
  readonly paths: readonly string[];
}

const task = JSON.parse(await text(process.stdin)) as WalkTask;
const dispatcher = new Agent({ allowH2: false, connections: task.parallel, pipelining: 1 });
const headers = { 'X-Vault-Token': task.token, 'X-Vault-Request': 'true' };

for (const path of ['sys/health', 'auth/token/lookup-self', 'sys/internal/ui/mounts']) await get(path);

const before = performance.now();
const paths: string[] = [];
const waiting = [''];
await new Promise<void>((resolve, reject) => {
  let next = 0;
  let underWay = 0;
  const begin = (): void => {
    while (underWay < task.parallel && next < waiting.length) {
      underWay++;
      listFolder(waiting[next++] ?? '').then(() => {
        underWay--;
        if (underWay === 0 && next === waiting.length) resolve();
        else begin();
      }, reject);
    }
  };
  begin();
});
const answer: WalkAnswer = { elapsedMs: performance.now() - before, paths };
process.stdout.write(JSON.stringify(answer));
await dispatcher.close();

async function listFolder(folder: string): Promise<void> {
  const listed = (await get(`${task.mount}metadata/${folder}?list=true`)) as { data: { keys: string[] } };
  for (const name of listed.data.keys) {
    paths.push(folder + name);
    if (name.endsWith('/')) waiting.push(folder + name);
  }
}

async function get(path: string): Promise<unknown> {
  const response = await request(`${task.address}/v1/${path}`, { dispatcher, headers });
  const received = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${String(response.statusCode)} ${received.slice(0, 200)}`);
  return JSON.parse(received);
}
