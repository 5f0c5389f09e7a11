/** The worker thread: takes one task at a time and posts its result or its error; a long list in pieces. */
import { parentPort } from 'node:worker_threads';
import { AppFailure } from '../../shared/ipc/result.ts';
import { isRecord } from '../../shared/vault/is-record.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { piecesOf } from './pieces.ts';
import { listsInPieces, tasks } from './tasks.ts';
import type { TaskName } from './tasks.ts';

export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: unknown;
}

/** Main has taken a piece in, and wants the next one. */
export interface MoreMessage {
  readonly more: number;
}

/**
 * `list`: the member of `value` whose items came before, in pieces. `error` is absent if the reason of the failure is
 * not for the user.
 */
export type TaskReply =
  | { readonly id: number; readonly piece: readonly unknown[] }
  | { readonly id: number; readonly ok: true; readonly value: unknown; readonly list?: string }
  | { readonly id: number; readonly ok: false; readonly error?: AppError; readonly fault: string };

let goOn: () => void = () => undefined;

async function run({ id, name, input }: TaskMessage): Promise<TaskReply> {
  try {
    const value: unknown = await tasks[name](input as never);
    const list = listsInPieces[name];
    if (list === undefined || !isRecord(value)) return { id, ok: true, value };
    const items = value[list];
    for (const piece of piecesOf(Array.isArray(items) ? items : [])) {
      parentPort?.postMessage({ id, piece } satisfies TaskReply);
      // At most one piece waits for main.
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    return { id, ok: true, value: { ...value, [list]: [] }, list };
  } catch (failure) {
    const error = failure instanceof AppFailure ? { error: failure.error } : {};
    // Its name only: a message can quote the parsed text.
    return { id, ok: false, ...error, fault: failure instanceof Error ? failure.name : 'unknown' };
  }
}

parentPort?.on('message', (message: TaskMessage | MoreMessage) => {
  if ('more' in message) goOn();
  else void run(message).then((reply) => parentPort?.postMessage(reply));
});
