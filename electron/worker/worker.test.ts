import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import { createTaskWorker, startThread } from './worker.ts';
import type { TaskWorker, WorkerOptions } from './worker.ts';

let worker: TaskWorker | undefined;
afterEach(async () => {
  await worker?.end();
});

function make(options: WorkerOptions = {}): TaskWorker {
  return (worker = createTaskWorker({ inPlaceBytes: 0, ...options }));
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A thread that runs this code instead of the tasks. */
const doing =
  (code: string, limits: object = {}) =>
  () =>
    new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true, ...limits });

async function failureOf(work: Promise<unknown>): Promise<AppFailure['error']> {
  const failure: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (failure instanceof AppFailure) return failure.error;
  throw new Error(`not refused: ${String(failure)}`);
}

/** A task in a thread of the test, and behind it one in a real thread. */
function twoTasks(broken: () => Worker): readonly [Promise<AppFailure['error']>, Promise<unknown>] {
  const threads = [broken, undefined];
  const { run } = make({
    start: () => threads.shift()?.() ?? new Worker(new URL('./entry.ts', import.meta.url)),
  });
  const task = { bytes: bytes('{"data":{"keys":["a"]}}') };
  return [failureOf(run('namesIn', task, 1)), run('namesIn', task, 1)];
}

describe('the worker', () => {
  it('runs tasks from the sources, one after the other', async () => {
    const { run } = make();
    const lists = await Promise.all(
      ['a', 'b', 'c'].map((name) => run('namesIn', { bytes: bytes(`{"data":{"keys":["${name}","x"]}}`) }, 1)),
    );
    expect(lists.map(({ packed }) => packed)).toEqual(['a\0x', 'b\0x', 'c\0x']);
  });

  it('reads memory that it shares', async () => {
    const shared = Buffer.from(new SharedArrayBuffer(20));
    shared.write('{"warnings":["w"]}  ');
    expect(await make().run('readBody', { bytes: shared }, 1)).toEqual({ top: { warnings: ['w'] } });
  });

  it('answers a task’s own error, and without one no word of what was read', async () => {
    const { run } = make();
    expect((await failureOf(run('parseKeysIn', { text: '{"a"', format: 'json' }, 1))).kind).toBe(
      'invalid-input',
    );
    const fault = await failureOf(run('namesIn', { bytes: bytes('hunter2') }, 1));
    expect(fault.kind).toBe('bad-answer');
    expect(JSON.stringify(fault)).not.toContain('hunter2');
  });

  it('does what is small in place', async () => {
    const { run } = make({
      inPlaceBytes: 10,
      start: () => {
        throw new Error('no thread');
      },
    });
    expect(await run('namesIn', { bytes: bytes('{}') }, 9)).toEqual({ packed: '', count: 0, unusable: 0 });
    expect((await failureOf(run('namesIn', { bytes: bytes('{}') }, 10))).kind).toBe('bad-answer');
  });

  it.each([
    [
      'takes all memory',
      doing(
        'parentPort.on("message", () => { const all = []; for (;;) all.push({ all: [...all.slice(-99)] }); });',
        { resourceLimits: { maxOldGenerationSizeMb: 16 } },
      ),
      'takes too much memory',
    ],
    [
      'crashes',
      doing('parentPort.on("message", () => { throw new Error("hunter2"); });'),
      'could not be read',
    ],
    ['ends by itself', doing('parentPort.on("message", () => process.exit(3));'), 'could not be read'],
  ])('gives up what %s, and does the next task in a new thread', async (_what, broken, said) => {
    const [first, second] = twoTasks(broken);
    expect(await first).toMatchObject({
      kind: 'bad-answer',
      message: expect.stringContaining(said) as string,
    });
    expect(JSON.stringify(await first)).not.toContain('hunter2');
    expect(await second).toEqual({ packed: 'a', count: 1, unusable: 0 });
  });

  it('takes a long list in by pieces, the next one when it has the last', async () => {
    const messages: unknown[] = [];
    const thread = new Worker(new URL('./entry.ts', import.meta.url));
    const { run } = make({ start: () => thread });
    thread.on('message', (message) => messages.push(message));
    const lines = Array.from({ length: 2500 }, (_, at) => `"p/e${String(at)}":{"k":"v${String(at)}"}`);
    const large = `"p/large":{"k":"${'x'.repeat(600_000)}"}`;
    const file = {
      fileName: 'a.json',
      bytes: bytes(`{${[large, ...lines].join()}}`),
      layout: 'paths' as const,
    };
    const { entries, format } = await run('readImport', file, 1);
    expect(format).toBe('json');
    expect(entries.map(({ name }) => name)).toEqual(['large', ...lines.map((_, at) => `e${String(at)}`)]);
    expect(entries.at(-1)?.versions).toEqual([{ members: [['k', '"v2499"']] }]);
    const sizes = messages.flatMap((one) =>
      typeof one === 'object' && one !== null && 'piece' in one ? (one.piece as unknown[]).length : [],
    );
    expect(sizes).toEqual([1, ...Array<number>(10).fill(250)]);
    expect(messages.at(-1)).toMatchObject({ ok: true, value: { entries: [] } });
  });

  it('has one piece under way at most', async () => {
    const thread = new Worker(new URL('./entry.ts', import.meta.url));
    const pieces: unknown[] = [];
    const answered = Promise.withResolvers<undefined>();
    thread.on('message', (message: { readonly id: number; readonly piece?: unknown }) => {
      if (message.piece !== undefined) pieces.push(message);
      // The worker does another task meanwhile: it waits, and is not busy with the list.
      if (message.piece !== undefined && pieces.length === 1)
        thread.postMessage({ id: 2, name: 'namesIn', input: { bytes: bytes('{}') } });
      if (message.id === 2) answered.resolve(undefined);
    });
    const lines = Array.from({ length: 3000 }, (_, at) => `"p/e${String(at)}":{"k":"v"}`);
    const file = { fileName: 'a.json', bytes: bytes(`{${lines.join()}}`), layout: 'paths' as const };
    thread.postMessage({ id: 1, name: 'readImport', input: file });
    await answered.promise;
    expect(pieces).toHaveLength(1);
    await thread.terminate();
  });

  it('gives up what takes for ever, and does the next task in a new thread', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const loops = Promise.withResolvers<undefined>();
      const broken = doing(
        'parentPort.on("message", () => { parentPort.postMessage({ id: 0 }); for (;;); });',
      );
      const [first, second] = twoTasks(() => {
        const thread = broken();
        thread.once('message', () => loops.resolve(undefined));
        return thread;
      });
      await loops.promise;
      vi.advanceTimersByTime(60_000);
      expect((await first).message).toContain('takes too long');
      expect(await second).toEqual({ packed: 'a', count: 1, unusable: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives a task a minute where nobody says otherwise', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failure = failureOf(
        make({ start: doing('parentPort.on("message", () => undefined);') }).run(
          'namesIn',
          { bytes: bytes('{}') },
          1,
        ),
      );
      vi.advanceTimersByTime(60_000);
      expect((await failure).message).toContain('takes too long');
    } finally {
      vi.useRealTimers();
    }
  });

  it('starts its thread with a bound on its memory', async () => {
    const thread = startThread();
    expect(thread.resourceLimits).toMatchObject({ maxOldGenerationSizeMb: 1536, stackSizeMb: 4 });
    await thread.terminate();
  });

  it('does again what an end has cut off', async () => {
    const started = Promise.withResolvers<undefined>();
    const threads = [doing('parentPort.on("message", () => parentPort.postMessage({ id: 0 }));'), undefined];
    const made = make({
      start: () => {
        const thread = threads.shift()?.();
        thread?.once('message', () => started.resolve(undefined));
        return thread ?? new Worker(new URL('./entry.ts', import.meta.url));
      },
    });
    const list = made.run('namesIn', { bytes: bytes('{"data":{"keys":["a"]}}') }, 1);
    await started.promise;
    await made.end();
    expect(await list).toEqual({ packed: 'a', count: 1, unusable: 0 });
  });
});
