/**
 * The requests that a copy of a folder with all versions needs: its lists; of each entry its metadata, to know the
 * versions; a read of each version, and a write of each with check-and-set, so that nothing is overwritten. `parallel`
 * entries at a time, the requests of one entry in turn. Bare undici under Electron's own Node, in a fresh process like
 * the app. The task comes as JSON on stdin; the result is JSON on stdout.
 */
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';

export interface CopyTask {
  readonly address: string;
  readonly token: string;
  /** Mounts end in a slash, folders too. */
  readonly mount: string;
  readonly from: string;
  readonly toMount: string;
  readonly to: string;
  readonly parallel: number;
}

export interface CopyAnswer {
  readonly elapsedMs: number;
  readonly versions: number;
}

const task = JSON.parse(await text(process.stdin)) as CopyTask;
const dispatcher = new Agent({ allowH2: false, connections: task.parallel, pipelining: 1 });
const headers = { 'X-Vault-Token': task.token, 'X-Vault-Request': 'true' };

for (const path of ['sys/health', 'auth/token/lookup-self', 'sys/internal/ui/mounts']) await ask('GET', path);

const before = performance.now();
let versions = 0;
const waiting = [''];
await new Promise<void>((resolve, reject) => {
  let next = 0;
  let underWay = 0;
  const begin = (): void => {
    while (underWay < task.parallel && next < waiting.length) {
      underWay++;
      const path = waiting[next++] ?? '';
      (path === '' || path.endsWith('/') ? listFolder(path) : copyEntry(path)).then(() => {
        underWay--;
        if (underWay === 0 && next === waiting.length) resolve();
        else begin();
      }, reject);
    }
  };
  begin();
});
const answer: CopyAnswer = { elapsedMs: performance.now() - before, versions };
process.stdout.write(JSON.stringify(answer));
await dispatcher.close();

async function listFolder(folder: string): Promise<void> {
  const listed = (await ask('GET', `${task.mount}metadata/${task.from}${folder}?list=true`)) as {
    data: { keys: string[] };
  };
  for (const name of listed.data.keys) waiting.push(folder + name);
}

async function copyEntry(path: string): Promise<void> {
  const facts = (await ask('GET', `${task.mount}metadata/${task.from}${path}`)) as {
    data: { versions: Readonly<Record<string, unknown>> };
  };
  const numbers = Object.keys(facts.data.versions).map(Number);
  let cas = 0;
  for (const version of numbers.sort((a, b) => a - b)) {
    const read = (await ask('GET', `${task.mount}data/${task.from}${path}?version=${String(version)}`)) as {
      data: { data: unknown };
    };
    const body = JSON.stringify({ options: { cas }, data: read.data.data });
    await ask('POST', `${task.toMount}data/${task.to}${path}`, body);
    cas++;
    versions++;
  }
}

async function ask(method: 'GET' | 'POST', path: string, body: string | null = null): Promise<unknown> {
  const response = await request(`${task.address}/v1/${path}`, { dispatcher, method, headers, body });
  const received = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${String(response.statusCode)} ${received.slice(0, 200)}`);
  return JSON.parse(received);
}
