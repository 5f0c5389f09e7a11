/** The worker thread: takes one task at a time and posts its result or its error. */
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

/** `error` is absent if the reason of the failure is not for the user. */
export type TaskReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error?: AppError; readonly fault: string };

async function run({ id, name, input }: TaskMessage): Promise<TaskReply> {
  try {
    return { id, ok: true, value: await tasks[name](input as never) };
  } catch (failure) {
    const error = failure instanceof AppFailure ? { error: failure.error } : {};
    // Its name only: a message can quote the parsed text.
    return { id, ok: false, ...error, fault: failure instanceof Error ? failure.name : 'unknown' };
  }
}

parentPort?.on('message', (message: TaskMessage) => {
  void run(message).then((reply) => parentPort?.postMessage(reply));
});
