/** Serves one connection of the launcher: its request, its answer, and what lasts longer. */
import * as z from 'zod/mini';
import { notice, prose } from '../../../shared/ipc/prompt-notes.ts';
import { parseFolderReference, parseReference } from '../../../shared/vault/reference.ts';
import type { Reference, ReferenceProblem } from '../../../shared/vault/reference.ts';
import { longestAnswer } from '../../core/program-system.ts';
import type { ProgramConnection, ProgramSystem } from '../../core/program-system.ts';
import type { ProgramAsker, ValuesDemand } from './asker.ts';
import type { Demand } from './consent.ts';
import { callerIdentity, commandIdentity, readerIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { linesOf, namesIn } from './names.ts';
import { programRequest } from './protocol.ts';
import type { ProgramAnswer, ProgramRequest } from './protocol.ts';
import { ProgramRefusal, refusalOf } from './refusals.ts';
import { connectionStates } from './targets.ts';
import type { TargetParts } from './targets.ts';

export interface ServeParts extends TargetParts {
  readonly system: ProgramSystem;
  readonly asker: ProgramAsker;
  readonly isLocked: () => boolean;
  readonly version: string;
  /** Answers an agent's request and serves it until the connection ends. */
  readonly serveAgent?: (connection: ProgramConnection) => Promise<void>;
}

/** Serves a connection to its end. */
export async function serveProgram(connection: ProgramConnection, parts: ServeParts): Promise<void> {
  const parsed = programRequest.safeParse(await connection.next());
  if (!parsed.success) {
    if (connection.ended.aborted) return;
    const message = 'The launcher’s request was not understood.';
    const advice = 'Launcher and app must be of the same version: restart the app.';
    await connection.send({ error: { code: 'usage', message, advice } });
    return;
  }
  const request = parsed.data;
  const answer = async (work: () => Promise<ProgramAnswer>): Promise<void> => {
    await connection.send(await work().catch((failure: unknown) => ({ error: refusalOf(failure) })));
  };
  switch (request.command) {
    case 'status':
      return answer(() => Promise.resolve({ ok: statusOf(parts) }));
    case 'ls':
      return answer(() => list(connection, request, parts));
    case 'env':
      return answer(() => keysOf(connection, request, parts));
    case 'mount':
      return mount(connection, request, parts);
    case 'mcp':
      if (parts.serveAgent === undefined)
        return answer(() =>
          Promise.reject(new ProgramRefusal('failed', 'Agents are not served.', 'Update the app.')),
        );
      return parts.serveAgent(connection);
    case 'run':
    case 'read':
    case 'inject':
      return give(connection, valuesDemand(connection, request, parts), parts);
  }
}

type Of<C extends ProgramRequest['command']> = Extract<ProgramRequest, { readonly command: C }>;

function statusOf(parts: ServeParts) {
  return { version: parts.version, locked: parts.isLocked(), connections: connectionStates(parts) };
}

/** The asker behind a connection: looked at anew each time, and only while our launcher is at the other end. */
function looking(
  connection: ProgramConnection,
  { system }: ServeParts,
  identify: (place: Awaited<ReturnType<ProgramConnection['surroundings']>>) => Promise<Identity> = (place) =>
    callerIdentity(system, place),
): Pick<Demand, 'look' | 'signal'> {
  return {
    signal: connection.ended,
    look: async () => {
      const identity = await identify(await connection.surroundings());
      if (!(await connection.isSame())) throw new Error('another process');
      return identity;
    },
  };
}

function valuesDemand(
  connection: ProgramConnection,
  request: Of<'run'> | Of<'read'> | Of<'inject'>,
  parts: ServeParts,
): ValuesDemand {
  const { command, references } = request;
  if (command === 'run')
    return {
      command,
      references,
      fit: 'environment',
      ...looking(connection, parts, (place) => commandIdentity(parts.system, place, request)),
    };
  const common = { command, references, fit: 'text', ...looking(connection, parts) } as const;
  const facts =
    request.file === undefined
      ? [prose('Goes to', 'the output of this command')]
      : [{ name: 'Goes to', value: request.file }];
  const shown = command === 'read' && request.to === 'terminal';
  return { ...common, words: { facts, ...(shown ? { notes: [inTerminal] } : {}) } };
}

const inTerminal = notice('The value appears in the terminal, which may keep what it shows.');

/** Answers with values. What was made for the program ends when the connection does. */
async function give(
  connection: ProgramConnection,
  demand: ValuesDemand,
  { asker }: ServeParts,
): Promise<void> {
  try {
    const { value, leases, release } = await asker.values(demand);
    try {
      const given = { ok: { values: value, leases } };
      const sent = isSendable(given) && (await connection.send(given));
      if (!sent && !connection.ended.aborted) await connection.send({ error: refusalOf(tooLarge()) });
      if (!sent || !leases) return;
      connection.settle();
      await untilAborted(connection.ended);
    } finally {
      await release();
    }
  } catch (failure) {
    await connection.send({ error: refusalOf(failure) });
  }
}

function isSendable(answer: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) <= longestAnswer;
}

function tooLarge(): ProgramRefusal {
  return new ProgramRefusal(
    'unfit-value',
    'The values are too large for one answer.',
    'Ask for fewer at a time.',
  );
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const readerFrame = z.strictObject({ reader: z.int().check(z.gte(0)) });

/** Asks about each reader of a mounted file. */
async function mount(connection: ProgramConnection, request: Of<'mount'>, parts: ServeParts): Promise<void> {
  const { system, asker } = parts;
  if (!(await connection.send({ ok: {} }))) return;
  connection.settle();
  for (;;) {
    const frame = readerFrame.safeParse(await connection.next());
    if (!frame.success) return;
    const { reader } = frame.data;
    const { command, references, file, template } = request;
    const demand: ValuesDemand = {
      command,
      references,
      fit: template === undefined ? 'environment' : 'text',
      ...looking(connection, parts, () => readerIdentity(system, reader)),
      words: { facts: [{ name: 'Reads the file', value: file }] },
    };
    try {
      const { value, leases, release } = await asker.values(demand);
      // The end of a reader is not told: leases made for it end with the mount.
      if (leases) void untilAborted(connection.ended).then(release);
      const given = { ok: { values: value, leases: false } };
      const sent = await connection.send(isSendable(given) ? given : { error: refusalOf(tooLarge()) });
      if (!sent) return;
    } catch (failure) {
      if (!(await connection.send({ error: refusalOf(failure) }))) return;
    }
  }
}

async function list(
  connection: ProgramConnection,
  { reference, quiet }: Of<'ls'>,
  parts: ServeParts,
): Promise<ProgramAnswer> {
  if (reference === '') {
    const open = connectionStates(parts).filter(({ state }) => state === 'open');
    return { ok: { names: open.map(({ name }) => name) } };
  }
  const at = rightly(parseFolderReference(reference));
  const names = await parts.asker.consented(
    {
      command: 'ls',
      connection: at.connection,
      keys: ['Names of entries'],
      words: { title: 'Show names of entries to a program?', action: 'Show names' },
      quiet: quiet === true,
      ...looking(connection, parts),
    },
    ({ session }) => namesIn(session, at, connection.ended),
  );
  return { ok: { names } };
}

async function keysOf(
  connection: ProgramConnection,
  { reference }: Of<'env'>,
  parts: ServeParts,
): Promise<ProgramAnswer> {
  const at = rightly(parseReference(reference));
  const lines = await parts.asker.consented(
    {
      command: 'env',
      connection: at.connection,
      keys: [`Names of the keys of ${reference}`],
      words: { title: 'Show names of keys to a program?', action: 'Show names' },
      ...looking(connection, parts),
    },
    ({ session }) => linesOf(session, at, connection.ended),
  );
  return { ok: { lines } };
}

function rightly(parsed: Reference | ReferenceProblem): Reference {
  if (!('rule' in parsed)) return parsed;
  throw new ProgramRefusal(
    'invalid-reference',
    `The reference is invalid. ${parsed.problem}`,
    'References look like strongroom://CONNECTION/MOUNT/PATH#KEY.',
  );
}
