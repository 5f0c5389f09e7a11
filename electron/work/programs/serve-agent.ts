/** Serves one coding agent over the connection of its launcher: what its tools do passes the same asker as programs. */
import type { Worker } from 'node:worker_threads';
import { notice } from '../../../shared/ipc/prompt-notes.ts';
import { visible } from '../../../shared/vault/display-name.ts';
import { referenceText } from '../../../shared/vault/reference.ts';
import type { ProgramConnection, ProgramSystem, Surroundings } from '../../core/program-system.ts';
import { serveAgent } from './agent-connection.ts';
import { createAgentDeeds } from './agent-deeds.ts';
import type { AgentDemand, AgentParts, DeedContext } from './agent-deeds.ts';
import { agentLauncher } from './agent-frames.ts';
import type { AgentLauncher } from './agent-frames.ts';
import { keyLine, refuseLimitedUses } from './asker.ts';
import type { ProgramAsker } from './asker.ts';
import type { Demand } from './consent.ts';
import { callerIdentity, commandIdentity } from './identity.ts';
import type { ProgramError } from './protocol.ts';
import type { Identity } from './identity.ts';
import { connectionStates, parsedReferences, sessionOf } from './targets.ts';
import type { TargetParts } from './targets.ts';

export interface AgentHost extends TargetParts {
  readonly asker: ProgramAsker;
  readonly system: ProgramSystem;
}

/** Most agents at once: each has a thread of its own. */
const MOST_AGENTS = 8;

/** Makes the server of agents: it answers a request and serves the agent until its connection ends. */
export function createAgents(
  startThread: () => Worker,
): (connection: ProgramConnection, host: AgentHost) => Promise<void> {
  let agents = 0;
  return async (connection, host) => {
    if (agents >= MOST_AGENTS) {
      await connection.send({ error: tooManyAgents });
      return;
    }
    agents++;
    try {
      if (!(await connection.send({ ok: {} }))) return;
      connection.settle();
      const launcher = agentLauncher(connection);
      await serveAgent(launcher, startThread(), createAgentDeeds(partsOf(connection, launcher, host)));
    } finally {
      agents--;
    }
  };
}

const tooManyAgents: ProgramError = {
  code: 'busy',
  message: `${String(MOST_AGENTS)} coding agents are connected already.`,
  advice: 'End one of them.',
};

function partsOf(connection: ProgramConnection, launcher: AgentLauncher, host: AgentHost): AgentParts {
  const { asker, system } = host;

  /** A demand of the agent, whose identity is read anew at each look. */
  function demandBy(
    { agent, signal }: DeedContext,
    reason: string,
    identify: (place: Surroundings) => Promise<Identity>,
  ): Pick<Demand, 'agent' | 'look' | 'signal'> {
    return {
      // A line break in its own words must not look like another fact.
      agent: { name: visible(agent), reason: visible(reason) },
      signal: AbortSignal.any([signal, connection.ended]),
      look: async () => {
        const identity = await identify(await connection.surroundings());
        if (!(await connection.isSame())) throw new Error('another process');
        return identity;
      },
    };
  }
  const byAgent = (place: Surroundings): Promise<Identity> => callerIdentity(system, place);

  return {
    connections: () => connectionStates(host),
    withNames: (name, context, work) =>
      asker.consented(
        {
          command: 'agent',
          connection: name,
          keys: [NAMES],
          words: {
            title: 'Show names to a coding agent?',
            action: 'Show names',
            notes: [notice('Most agents send what they see to the maker of their model.')],
          },
          repeats: true,
          ...demandBy(context, '', byAgent),
        },
        ({ session }) => work(session),
      ),
    run: async (wanted, context) => {
      const { program, references, reason } = wanted;
      let { folder } = wanted;
      const argv = [program, ...(wanted.arguments ?? [])];
      const { value, release } = await asker.values({
        command: 'run',
        references,
        fit: 'environment',
        ...demandBy(context, reason, async (place) => {
          const identity = await commandIdentity(system, place, { program, argv, folder: wanted.folder });
          // A link in its path must not lead elsewhere by the time the program starts.
          folder = identity.place.folder.path;
          return identity;
        }),
      });
      try {
        return await launcher.run({ program, argv, folder, values: value }, context.signal);
      } finally {
        await release();
      }
    },
    request: (wanted, context) => request(wanted, context),
    sessionToWrite: (name) => {
      const session = sessionOf(host, name);
      refuseLimitedUses(session);
      return session;
    },
    agreed: ({ reference, question, reason }, context, work) =>
      asker.consented(
        {
          command: 'agent',
          connection: reference.connection,
          keys: [referenceText(reference)],
          words: question,
          onceOnly: true,
          ...demandBy(context, reason, byAgent),
        },
        work,
      ),
  };

  async function request(
    { program, folder, references, reason, ...rest }: AgentDemand,
    context: DeedContext,
  ): Promise<void> {
    const { connection: name, parsed } = parsedReferences(references);
    const argv = rest.arguments === undefined ? {} : { argv: [program, ...rest.arguments] };
    await asker.consented(
      {
        command: 'run',
        connection: name,
        keys: parsed.map(keyLine),
        words: { title: 'Let a coding agent run this program with secrets?', action: 'Allow' },
        inAdvance: true,
        ...demandBy(context, reason, (place) => commandIdentity(system, place, { program, folder, ...argv })),
      },
      () => Promise.resolve(),
    );
  }
}

/** Line of a yes to names, in lists. */
const NAMES = 'Names of entries and keys, and metadata';
