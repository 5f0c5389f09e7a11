/**
 * The frames between main and the launcher that an agent has started: the agent's lines both ways, and programs that
 * the launcher runs for it. Values go to the launcher in a frame of a program, and into nothing else.
 */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AgentLink } from './agent-connection.ts';
import type { ProgramRan } from './agent-deeds.ts';
import type { NamedValue } from './protocol.ts';

/** A connection by frames; `electron/platform/programs/frames.ts` is one. */
export interface FrameChannel {
  /** Undefined once it has ended. */
  readonly next: () => Promise<unknown>;
  /** False if it was not taken. */
  readonly send: (frame: unknown) => Promise<boolean>;
  readonly ended: AbortSignal;
}

/** A program that a person has agreed to. */
export interface AgreedRun {
  readonly program: string;
  readonly argv: readonly string[];
  readonly folder: string;
  readonly values: readonly NamedValue[];
}

export interface AgentLauncher extends AgentLink {
  /** Has the launcher run a program; an abort ends it. Rejects with `AppFailure` if its end is not known. */
  readonly run: (agreed: AgreedRun, signal: AbortSignal) => Promise<ProgramRan>;
}

const fromLauncher = z.union([
  z.strictObject({ line: z.string() }),
  z.strictObject({
    ran: z.strictObject({ id: z.int(), exit: z.int(), output: z.string(), cut: z.boolean() }),
  }),
]);

/** Takes over a connection that was answered with yes to `mcp`. */
export function agentLauncher(frames: FrameChannel): AgentLauncher {
  const running = new Map<number, (ran: ProgramRan | undefined) => void>();
  let lastId = 0;

  async function* lines(): AsyncGenerator<string> {
    try {
      for (;;) {
        const frame = fromLauncher.safeParse(await frames.next());
        // The end, or a launcher that does not speak this protocol.
        if (!frame.success) return;
        if ('line' in frame.data) {
          yield frame.data.line;
          continue;
        }
        const { id, ...ran } = frame.data.ran;
        running.get(id)?.(ran);
      }
    } finally {
      for (const settle of running.values()) settle(undefined);
    }
  }

  return {
    lines: lines(),
    send: async (line) => {
      if (!(await frames.send({ line }))) throw new Error('not taken');
    },
    run: async ({ program, argv, folder, values }, signal) => {
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<ProgramRan | undefined>();
      running.set(id, resolve);
      const env = Object.fromEntries(values.map(({ name, value }) => [name, value]));
      const stop = (): void => void frames.send({ stop: { id } });
      if (!(await frames.send({ run: { id, program, argv, folder, env } }))) resolve(undefined);
      else if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
      const ran = await promise;
      signal.removeEventListener('abort', stop);
      running.delete(id);
      if (ran !== undefined) return ran;
      throw new AppFailure({
        kind: 'outcome-unknown',
        message: 'The connection ended before the program had.',
        hint: 'Look whether it has run before it is run again.',
      });
    },
  };
}
