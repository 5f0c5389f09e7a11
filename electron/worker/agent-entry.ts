/**
 * The thread of one agent: speaks the Model Context Protocol by its official SDK. It parses what an agent sends, so
 * nothing of that runs in main's own code; what a tool does is asked of main.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import { agentInstructions, agentTools } from '../work/programs/agent-tools.ts';
import type {
  AgentThreadData,
  DeedAnswer,
  FromAgentThread,
  ToAgentThread,
} from '../work/programs/agent-messages.ts';

const tell = (message: FromAgentThread): void => parentPort?.postMessage(message);

const transport: Transport = {
  start: () => Promise.resolve(),
  send: (message) => Promise.resolve(tell({ line: JSON.stringify(message) })),
  close: () => Promise.resolve(),
};

function takeLine(line: string): void {
  try {
    transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(line)));
  } catch {
    // The agent is told; its own text is of no use to anyone else.
    const error = { code: ErrorCode.ParseError, message: 'This is not a message of the protocol.' };
    tell({ line: JSON.stringify({ jsonrpc: '2.0', error }) });
  }
  tell({ taken: true });
}

const waiting = new Map<number, (answer: DeedAnswer) => void>();
let lastDeed = 0;

/** Has main do what a tool says. */
function ask(name: string, input: unknown, signal: AbortSignal): Promise<DeedAnswer> {
  const deed = ++lastDeed;
  signal.addEventListener('abort', () => tell({ withdrawn: deed }), { once: true });
  return new Promise((resolve) => {
    waiting.set(deed, resolve);
    tell({ deed, name, input, agent: agentName() });
  });
}

/** Name that the agent goes by; any agent can choose its own. */
function agentName(): string {
  const { name = '', version: ofAgent = '' } = server.getClientVersion() ?? {};
  return `${name} ${ofAgent}`.trim().slice(0, 200);
}

/** The answer twice, as the protocol wants it: structured, and as text for clients that read only that. */
function resultOf(answer: DeedAnswer): CallToolResult {
  const structuredContent = 'ok' in answer ? answer.ok : { error: answer.error };
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    isError: 'error' in answer,
  };
}

/** A schema as agents of all makers take it: some refuse keywords that say nothing to them. */
function schemaOf(input: z.ZodMiniType) {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
    },
  });
  return { ...schema, type: 'object' as const };
}

const tools = Object.entries(agentTools).map(([name, { title, words, input, changes }]) => ({
  name,
  title,
  description: words,
  inputSchema: schemaOf(input),
  annotations: { readOnlyHint: !changes, destructiveHint: changes, openWorldHint: true },
}));

const { version, progressMs } = workerData as AgentThreadData;
// Its own table of tools would check inputs; here main does, which must anyway.
const { server } = new McpServer(
  { name: 'strongroom', title: 'Strongroom', version },
  { capabilities: { tools: {} }, instructions: agentInstructions },
);
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
  // A person takes their time; agents give up on a call that they hear nothing of.
  const progressToken = params._meta?.progressToken;
  let progress = 0;
  const sign = (): void => {
    if (progressToken === undefined) return;
    const told = { progressToken, progress: ++progress, message: 'Waiting for the person or the program.' };
    void sendNotification({ method: 'notifications/progress', params: told });
  };
  const signs = setInterval(sign, progressMs);
  try {
    return resultOf(await ask(params.name, params.arguments ?? {}, signal));
  } finally {
    clearInterval(signs);
  }
});
// Takes the messages of the transport at once; its start has nothing to wait for.
void server.connect(transport);

parentPort?.on('message', (message: ToAgentThread) => {
  if ('line' in message) {
    takeLine(message.line);
    return;
  }
  waiting.get(message.answered)?.(message.answer);
  waiting.delete(message.answered);
});
