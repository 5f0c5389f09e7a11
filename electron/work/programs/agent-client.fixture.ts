/** An agent by the SDK's own client, whose lines go to a thread and to deeds of this process; all it got is kept. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { startAgentThread } from '../../worker/agent-thread.ts';
import { serveAgent } from './agent-connection.ts';
import type { AgentDeeds } from './agent-deeds.ts';

/** Answer of a tool. */
export interface Called {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

export interface TestAgent {
  readonly client: Client;
  readonly call: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<Called>;
  /** Sends a line as it is. */
  readonly sendLine: (line: string) => void;
  /** Every line that it got. */
  readonly got: readonly string[];
  /** Settles when the app has ended the connection. */
  readonly served: Promise<void>;
  readonly end: () => Promise<void>;
}

/** Connects an agent with these deeds. */
export async function startAgent(deeds: AgentDeeds, nowMs?: () => number): Promise<TestAgent> {
  const got: string[] = [];
  const lines = queue<string>();
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (message) => Promise.resolve(lines.put(JSON.stringify(message))),
    close: () => {
      lines.end();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  const link = {
    lines,
    send: (line: string): Promise<void> => {
      got.push(line);
      const message: unknown = JSON.parse(line);
      transport.onmessage?.(JSONRPCMessageSchema.parse(message));
      return Promise.resolve();
    },
  };
  const served = serveAgent(link, startAgentThread({ version: '0.0.0', progressMs: 20 }), deeds, nowMs);
  const client = new Client({ name: 'test-agent', version: '1' });
  await client.connect(transport);
  return {
    client,
    call: async (name, input = {}) =>
      (await client.callTool({ name, arguments: input })) as unknown as Called,
    sendLine: lines.put,
    got,
    served,
    end: async () => {
      lines.end();
      await served;
    },
  };
}

/** Texts in the order they came, for one reader. */
function queue<T>(): AsyncIterable<T> & { readonly put: (item: T) => void; readonly end: () => void } {
  const items: T[] = [];
  let ended = false;
  let wake = Promise.withResolvers<undefined>();
  const stir = (): void => {
    wake.resolve(undefined);
    wake = Promise.withResolvers();
  };
  return {
    put: (item) => {
      items.push(item);
      stir();
    },
    end: () => {
      ended = true;
      stir();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) yield item;
        else if (ended) return;
        else await wake.promise;
      }
    },
  };
}
