/**
 * One agent's connection, from its first line to its end: its lines go to a thread of its own, what its tools do is
 * done here. An agent sends as fast as it likes, so everything is bounded: one line on its way, four calls at once,
 * a thousand a minute.
 */
import type { Worker } from 'node:worker_threads';
import type { DeedAnswer, FromAgentThread, ToAgentThread } from './agent-messages.ts';
import type { AgentDeeds } from './agent-deeds.ts';

/** The other side: the launcher that an agent has started. */
export interface AgentLink {
  /** The agent's messages; the next is read when the last was taken in. Ends with the connection. */
  readonly lines: AsyncIterable<string>;
  /** Sends one message to the agent; resolves once the connection takes more. */
  readonly send: (line: string) => Promise<void>;
}

type CalledTool = Extract<FromAgentThread, { readonly deed: number }>;

/** Most UTF-16 code units of one message, and calls at once and in a minute. */
const LONGEST_LINE = 1024 * 1024;
const AT_ONCE = 4;
const IN_A_MINUTE = 1_000;
/** Messages of any kind in a minute; more end the connection. */
const LINES_IN_A_MINUTE = 20_000;

/** Serves an agent until its connection ends. Never rejects; the thread and unfinished calls end with it. */
export async function serveAgent(
  link: AgentLink,
  thread: Worker,
  deeds: AgentDeeds,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  const calls = new Map<number, AbortController>();
  const ended = Promise.withResolvers<undefined>();
  const callsLately = countedLately(nowMs);
  const linesLately = countedLately(nowMs);
  let sending = Promise.resolve();
  let taken = Promise.withResolvers<undefined>();

  const give = (message: ToAgentThread): void => thread.postMessage(message);
  const end = (): void => ended.resolve(undefined);

  async function answer({ deed, name, input, agent }: CalledTool): Promise<void> {
    const call = new AbortController();
    calls.set(deed, call);
    const answered: DeedAnswer =
      calls.size > AT_ONCE
        ? busy('Four calls are under way.', 'Wait for one to end.')
        : callsLately() > IN_A_MINUTE
          ? busy('More than 1,000 calls in a minute.', 'Wait a minute.')
          : await deeds.do(name, input, { agent, signal: call.signal });
    calls.delete(deed);
    give({ answered: deed, answer: answered });
  }

  thread.on('message', (message: FromAgentThread) => {
    if ('taken' in message) taken.resolve(undefined);
    else if ('line' in message) sending = sending.then(() => link.send(message.line)).catch(end);
    else if ('deed' in message) void answer(message);
    else calls.get(message.withdrawn)?.abort();
  });
  thread.on('error', end);
  thread.on('exit', end);

  async function pump(): Promise<void> {
    for await (const line of link.lines) {
      if (line.length > LONGEST_LINE || linesLately() > LINES_IN_A_MINUTE) return;
      taken = Promise.withResolvers();
      give({ line });
      await Promise.race([taken.promise, ended.promise]);
      // An agent that does not read gets no further answers made.
      await Promise.race([sending, ended.promise]);
    }
  }

  // The reason of a broken connection is of no use to anybody: it has ended.
  await Promise.race([pump().catch(() => undefined), ended.promise]);
  end();
  for (const call of calls.values()) call.abort();
  await thread.terminate();
}

function busy(message: string, advice: string): DeedAnswer {
  return { error: { code: 'busy', message, advice } };
}

/** Counts how often it was called within the running minute. */
function countedLately(nowMs: () => number): () => number {
  let since = nowMs();
  let count = 0;
  return () => {
    if (nowMs() - since >= 60_000) {
      since = nowMs();
      count = 0;
    }
    return ++count;
  };
}
