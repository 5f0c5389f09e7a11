/**
 * Runs in a thread with a heap of its own: keeps credentials and releases them, as the app does before and while it
 * is locked, and reports to its parent which of them V8's heap snapshot still holds.
 */
import { AsyncResource } from 'node:async_hooks';
import { text } from 'node:stream/consumers';
import { getHeapSnapshot } from 'node:v8';
import { parentPort, threadId } from 'node:worker_threads';
import { createKnownCredentials } from './known-credentials.ts';
import type { KnownCredentials } from './known-credentials.ts';

/** Makes a credential that is not in any literal. */
function made(name: string): string {
  return [name, 'credential', String(threadId), String(performance.now())].join('-');
}

/** A separate function: the caller's registers would hold the last values it used. */
function keepAndLetGo(known: KnownCredentials, name: string): void {
  known.keep([made(name)])();
}

const known = createKnownCredentials();
const outliving: AsyncResource[] = [];
await known.during(async () => {
  known.note(made('typed'));
  outliving.push(new AsyncResource('a pipe'));
  await Promise.resolve();
});
keepAndLetGo(known, 'session');
known.keep([made('kept')]);
known.forgetAtOnce(true);
keepAndLetGo(known, 'later');
const heap = await text(getHeapSnapshot());
parentPort?.postMessage({
  found: ['typed', 'session', 'later', 'kept'].filter((name) => heap.includes(`${name}-credential-`)),
  known: known.list().length,
  outliving: outliving.length,
});
