/**
 * One thread for CPU-heavy work: while it reads a large answer, a document or a key, the window moves, the lock works
 * and the clipboard's clock runs. The server decides how long the work takes, so time and memory are bounded; a task
 * beyond the bounds is refused, the thread is thrown away and the next task gets a new one.
 *
 * The thread sees the text of answers, as main does; only main talks to it. It keeps no state: it ends after a while
 * without work, and with a lock.
 */
import { Worker } from 'node:worker_threads';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { tooMuchAtOnce } from '../core/gates/budget.ts';
import { LARGE_BYTES } from '../vault/http/body.ts';
import type { MoreMessage, TaskReply } from './entry.ts';
import type { RunTask, TaskInput, TaskName, TaskOutput } from './tasks.ts';

export interface TaskWorker {
  /**
   * Runs a task, in place if it is small. Rejects with `bad-answer`, with `rate-limited` if too much waits already,
   * or with the task's own error.
   */
  readonly run: RunTask;
  /** Ends the thread; a new one repeats its unfinished tasks. */
  readonly end: () => Promise<void>;
}

export interface WorkerOptions {
  /** Makes a thread that runs `entry.ts`. */
  readonly start?: () => Worker;
  readonly longestMs?: number;
  readonly idleMs?: number;
  readonly inPlaceBytes?: number;
}

const LONGEST_MS = 60_000;
const IDLE_MS = 20_000;

/** Limits of the queue: as many tasks as a page can have calls in flight, and this many bytes of their input. */
const MOST_WAITING = 512;
const MOST_WAITING_BYTES = 768 * 1024 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly name: TaskName;
  readonly input: unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: AppFailure) => void;
}

/** The task under way. */
interface Busy {
  readonly id: number;
  readonly task: Waiting;
  readonly clock: NodeJS.Timeout;
  /** Of its result's list, as far as it has come. */
  readonly items: unknown[];
}

/** Makes the worker; its thread starts with the first large task. */
export function createTaskWorker(options: WorkerOptions = {}): TaskWorker {
  const {
    start = startThread,
    longestMs = LONGEST_MS,
    idleMs = IDLE_MS,
    inPlaceBytes = LARGE_BYTES,
  } = options;
  const waiting: Waiting[] = [];
  let thread: Worker | undefined;
  let busy: Busy | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function next(): void {
    clearTimeout(idle);
    if (busy !== undefined) return;
    const task = waiting.shift();
    if (task === undefined) {
      idle = setTimeout(() => void drop(), idleMs);
      idle.unref();
      return;
    }
    const id = ++lastId;
    const clock = setTimeout(() => fail(id, tooLong), longestMs);
    busy = { id, task, clock, items: [] };
    try {
      thread ??= listen(start());
      thread.postMessage({ id, name: task.name, input: task.input });
    } catch {
      fail(id, broken);
    }
  }

  function listen(made: Worker): Worker {
    made.unref();
    made.on('message', (reply: TaskReply) => settle(reply));
    const gone = (error: AppError): void => {
      if (thread !== made) return;
      thread = undefined;
      if (busy !== undefined) fail(busy.id, error);
    };
    made.on('error', (error: NodeJS.ErrnoException) => {
      gone(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : broken);
    });
    made.on('exit', () => gone(broken));
    return made;
  }

  function settle(reply: TaskReply): void {
    if (busy?.id !== reply.id) return;
    const { task, clock, items } = busy;
    if ('piece' in reply) {
      for (const item of reply.piece) items.push(item);
      clock.refresh();
      thread?.postMessage({ more: reply.id } satisfies MoreMessage);
      return;
    }
    clearTimeout(clock);
    busy = undefined;
    if (reply.ok) task.resolve(whole(reply, items));
    else task.reject(failureOf(reply));
    next();
  }

  function fail(id: number, error: AppError): void {
    if (busy?.id !== id) return;
    const { task, clock } = busy;
    clearTimeout(clock);
    busy = undefined;
    void drop();
    task.reject(new AppFailure(error));
    next();
  }

  async function drop(): Promise<void> {
    const gone = thread;
    thread = undefined;
    await gone?.terminate();
  }

  return {
    run: async <N extends TaskName>(
      name: N,
      input: TaskInput<N>,
      sizeBytes: number,
    ): Promise<TaskOutput<N>> => {
      if (sizeBytes < inPlaceBytes) {
        const { tasks } = await import('./tasks.ts');
        return (await tasks[name](input as never)) as TaskOutput<N>;
      }
      return new Promise((resolve, reject) => {
        const bytes = waiting.reduce((sum, one) => sum + one.bytes, bytesOf(input));
        if (waiting.length >= MOST_WAITING || bytes > MOST_WAITING_BYTES) {
          reject(new AppFailure(tooMuchAtOnce));
          return;
        }
        waiting.push({
          name,
          input,
          bytes: bytesOf(input),
          resolve: resolve as (value: unknown) => void,
          reject,
        });
        next();
      });
    },
    end: async () => {
      clearTimeout(idle);
      if (busy !== undefined) {
        clearTimeout(busy.clock);
        waiting.unshift(busy.task);
        busy = undefined;
      }
      const ended = drop();
      next();
      await ended;
    },
  };
}

/** A result with the list that came before it, in pieces. */
function whole({ value, list }: Extract<TaskReply, { ok: true }>, items: readonly unknown[]): unknown {
  return list === undefined ? value : { ...(value as object), [list]: items };
}

function failureOf({ error, fault }: Extract<TaskReply, { ok: false }>): AppFailure {
  return new AppFailure(error ?? { ...broken, message: `${broken.message} (${fault})` });
}

/** Bytes of a task's texts and buffers; the rest is small. */
function bytesOf(input: object): number {
  return Object.values(input).reduce((sum: number, value: unknown) => {
    if (typeof value === 'string') return sum + 2 * value.length;
    return value instanceof Uint8Array ? sum + value.byteLength : sum;
  }, 0);
}

const MEMORY = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** Starts the thread, with a bound on its memory and without our environment, which can hold a token. */
export function startThread(): Worker {
  // Both are bundled in the app: this file into a chunk of main's, the thread beside main's entry.
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './entry.ts' : '../worker.cjs', import.meta.url);
  return new Worker(entry, { resourceLimits: MEMORY, env: {}, execArgv: [], stdin: false });
}

const hint = 'Ask for less of it at once.';
const tooLong: AppError = {
  kind: 'bad-answer',
  message: 'This takes too long to read and was given up.',
  hint,
};
const tooMuch: AppError = {
  kind: 'bad-answer',
  message: 'This takes too much memory to read and was given up.',
  hint,
};
const broken: AppError = { kind: 'bad-answer', message: 'This could not be read.', hint };
