/** The worker thread: takes one task at a time and answers its result or its error. */
import { parentPort } from 'node:worker_threads';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { tasks } from './tasks.ts';
import type { TaskName } from './tasks.ts';

export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: unknown;
}

/** `error` is absent where the task failed for a reason that is no person's business. */
export type TaskReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error?: AppError; readonly fault: string };

async function run({ id, name, input }: TaskMessage): Promise<TaskReply> {
  try {
    return { id, ok: true, value: await tasks[name](input as never) };
  } catch (failure) {
    const error = failure instanceof AppFailure ? { error: failure.error } : {};
    // Its name only: a message may quote what was parsed.
    return { id, ok: false, ...error, fault: failure instanceof Error ? failure.name : 'unknown' };
  }
}

parentPort?.on('message', (message: TaskMessage) => {
  void run(message).then((reply) => parentPort?.postMessage(reply));
});
