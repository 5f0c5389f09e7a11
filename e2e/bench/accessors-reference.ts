/**
 * The minimum work to know 1,000 tokens: the list of accessors, then a look-up of each, `parallel` at a time, the
 * bodies parsed. Bare undici under Electron's own Node, in a fresh process each time like the app. The task comes as
 * JSON on stdin; the result is JSON on stdout.
 */
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';

export interface AccessorsTask {
  readonly address: string;
  readonly token: string;
  readonly parallel: number;
}

/** Milliseconds, and the names found, for the caller to check. */
export interface AccessorsAnswer {
  readonly elapsedMs: number;
  readonly names: Readonly<Record<string, string>>;
}

const task = JSON.parse(await text(process.stdin)) as AccessorsTask;
const dispatcher = new Agent({ allowH2: false, connections: task.parallel, pipelining: 1 });
const headers = { 'X-Vault-Token': task.token, 'X-Vault-Request': 'true' };

for (const path of ['sys/health', 'auth/token/lookup-self', 'sys/internal/ui/mounts']) await ask('GET', path);

const before = performance.now();
const listed = (await ask('GET', 'auth/token/accessors?list=true')) as { data: { keys: string[] } };
const { keys } = listed.data;
const names: Record<string, string> = {};
let next = 0;
await Promise.all(
  Array.from({ length: task.parallel }, async () => {
    while (next < keys.length) {
      const accessor = keys[next++] ?? '';
      const answer = await ask('POST', 'auth/token/lookup-accessor', JSON.stringify({ accessor }));
      names[accessor] = (answer as { data: { display_name: string } }).data.display_name;
    }
  }),
);
const answer: AccessorsAnswer = { elapsedMs: performance.now() - before, names };
process.stdout.write(JSON.stringify(answer));
await dispatcher.close();

async function ask(method: 'GET' | 'POST', path: string, body: string | null = null): Promise<unknown> {
  const response = await request(`${task.address}/v1/${path}`, { dispatcher, method, headers, body });
  const received = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${String(response.statusCode)} ${received.slice(0, 200)}`);
  return JSON.parse(received);
}
