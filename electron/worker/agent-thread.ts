/** Starts the thread that speaks with one agent: bounded in memory, without our environment, ended with its agent. */
import { Worker } from 'node:worker_threads';
import type { AgentThreadData } from '../work/programs/agent-messages.ts';

const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** Starts it from the sources or from its bundle beside main's. */
export function startAgentThread(data: AgentThreadData): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './agent-entry.ts' : '../agent.cjs', import.meta.url);
  return new Worker(entry, {
    resourceLimits: MEMORY,
    workerData: data,
    env: {},
    execArgv: [],
    stdin: false,
  });
}
