/**
 * Deeds behind the tools of an agent. Names and metadata come from the open sessions; a value comes into no answer: where
 * one is used, it goes to a program or to the server, after a person's yes.
 */
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { parseFolderReference, parseReference, referenceText } from '../../../shared/vault/reference.ts';
import type { Reference, ReferenceProblem } from '../../../shared/vault/reference.ts';
import { readEntry, refuseOtherEngine } from '../../core/entries/reading.ts';
import type { ReadEntry } from '../../core/entries/reading.ts';
import { explainRefusal } from '../../core/refusal/explain.ts';
import type { Session } from '../../core/session/session.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { listFolder } from '../../vault/api/lists.ts';
import type { DeedAnswer } from './agent-messages.ts';
import { dataLines, dataPage, dataText, fromServer, namedData } from './agent-texts.ts';
import { agentTools, isToolName } from './agent-tools.ts';
import type { ToolInput, ToolName } from './agent-tools.ts';
import { writeGenerated } from './agent-write.ts';
import type { ConnectionState, NamedReference, ProgramError } from './protocol.ts';
import type { ProgramWords } from './question.ts';
import { ProgramRefusal, refusalOf } from './refusals.ts';
import { mountUnder } from './targets.ts';

/** One call of a tool. */
export interface DeedContext {
  /** Name that the agent goes by. */
  readonly agent: string;
  /** Aborted when the agent withdraws the call, or ends. */
  readonly signal: AbortSignal;
}

/** Needs of an agent's deeds. Each rejects with `ProgramRefusal` or `AppFailure`. */
export interface AgentParts {
  readonly connections: () => readonly ConnectionState[];
  /** Does `work` if the person lets the agent see names of a connection. */
  readonly withNames: <T>(
    connection: string,
    context: DeedContext,
    work: (session: Session) => Promise<T>,
  ) => Promise<T>;
  /** Asks the person and has the launcher run the program. */
  readonly run: (demand: AgentDemand, context: DeedContext) => Promise<ProgramRan>;
  /** Asks the person now for what later runs need. */
  readonly request: (demand: AgentDemand, context: DeedContext) => Promise<void>;
  /** The session for a write, of which nothing is told before a yes. */
  readonly sessionToWrite: (connection: string) => Session;
  /** Writes if the person agrees to it. */
  readonly agreed: <T>(
    write: { readonly reference: Reference; readonly question: ProgramWords; readonly reason: string },
    context: DeedContext,
    work: () => Promise<T>,
  ) => Promise<T>;
}

/** Values that a program is to get. */
export interface AgentDemand {
  /** Absolute path. */
  readonly program: string;
  /** Absent: any, of a request in advance. */
  readonly arguments?: readonly string[];
  readonly folder: string;
  readonly references: readonly NamedReference[];
  /** The agent's own words; empty without any. */
  readonly reason: string;
}

/** End of a program that the launcher has run; its output is masked. */
export interface ProgramRan {
  readonly exit: number;
  readonly output: string;
  readonly cut: boolean;
}

export interface AgentDeeds {
  /** Does what a tool says with the agent's own input. Never rejects. */
  readonly do: (name: string, input: unknown, context: DeedContext) => Promise<DeedAnswer>;
}

type Answered = Readonly<Record<string, unknown>>;
type Deeds = {
  readonly [N in ToolName]: (input: ToolInput<N>, context: DeedContext) => Promise<Answered> | Answered;
};

/** Makes the deeds of one agent. */
export function createAgentDeeds(parts: AgentParts): AgentDeeds {
  const deeds: Deeds = {
    list_connections: () => ({
      ...fromServer,
      connections: parts.connections().map(({ name, state }) => ({
        ...namedData(name, { connection: name, path: '' }),
        state,
      })),
    }),
    list_entries: ({ folder, cursor }, context) => {
      const at = rightly(parseFolderReference(folder));
      return parts.withNames(at.connection, context, (session) => list(session, at, cursor, context.signal));
    },
    describe_entry: ({ reference }, context) => {
      const at = rightly(parseReference(reference));
      return parts.withNames(at.connection, context, (session) => describe(session, at, context.signal));
    },
    run: async (input, context) => {
      const { exit, output, cut } = await parts.run(demandOf(input), context);
      return { exit, output, outputWasCut: cut, masked: WHAT_IS_MASKED };
    },
    request_access: async (input, context) => {
      await parts.request(demandOf(input), context);
      return { granted: true };
    },
    write_generated: async ({ reference, length = 32, symbols = true, reason = '' }, context) => {
      const at = rightly(parseReference(reference));
      const { key } = at;
      if (key === undefined || at.version !== undefined)
        throw refusal('A write needs a reference with a key and without a version.', 'Add #KEY.');
      const session = parts.sessionToWrite(at.connection);
      const place = await placeIn(session, at, context.signal);
      const { version } = await writeGenerated(
        { session, ...place, key, length, symbols },
        (question, write) => parts.agreed({ reference: at, question, reason }, context, write),
        context.signal,
      );
      return { written: referenceText(at), ...(version === undefined ? {} : { version }) };
    },
    suggest_policy: ({ reference, capability }, context) => {
      const parse = capability === 'list' ? parseFolderReference : parseReference;
      const at = rightly(parse(reference));
      return parts.withNames(at.connection, context, (session) =>
        suggest(session, at, capability, context.signal),
      );
    },
  };

  async function done(name: string, input: unknown, context: DeedContext): Promise<Answered> {
    if (!isToolName(name)) throw refusal(`There is no tool “${dataText(name)}”.`, 'Use one of those listed.');
    const parsed = agentTools[name].input.safeParse(input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const at = issue?.path.map(String).join('.') ?? '';
      throw refusal(
        `The input is not what “${name}” takes${at === '' ? '' : `, at “${dataText(at)}”`}.`,
        'Read its input schema.',
      );
    }
    return deeds[name](parsed.data as never, context);
  }

  return {
    do: async (name, input, context) => {
      try {
        return { ok: await done(name, input, context) };
      } catch (failure) {
        return { error: errorOf(failure) };
      }
    },
  };
}

/** The mount of a reference and the path below it. */
async function placeIn(
  session: Session,
  { path }: Reference,
  signal: AbortSignal,
): Promise<{ readonly mount: Mount; readonly path: string }> {
  const mount = await mountUnder(session, path, signal);
  return { mount, path: path.slice(mount.path.length) };
}

/** Lists mounts of a connection, or the names in a folder of one. */
async function list(
  session: Session,
  at: Reference,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Answered> {
  const { connection } = at;
  if (at.path === '') {
    const mounts = await session.mounts.list(signal);
    const byPath = new Map(mounts.map((mount) => [mount.path as string, mount]));
    const { items, next } = dataPage([...byPath.keys()], cursor, (path) => ({
      ...namedData(path, { connection, path }),
      type: dataText(byPath.get(path)?.type ?? ''),
    }));
    return { ...fromServer, mounts: items, ...(next === undefined ? {} : { next }) };
  }
  const { mount, path } = await placeIn(session, at, signal);
  const { packed } = await session.run((caller) => listFolder(caller, mount, path), signal);
  const { items, next } = dataPage(unpackNames(packed), cursor, (name) =>
    namedData(name, { connection, path: mount.path + path + name }),
  );
  return { ...fromServer, entries: items, ...(next === undefined ? {} : { next }) };
}

/** Describes an entry: its keys by name, its versions, its custom metadata. */
async function describe(session: Session, at: Reference, signal: AbortSignal): Promise<Answered> {
  const { mount, path } = await placeIn(session, at, signal);
  refuseOtherEngine(mount);
  const { connection, version } = at;
  const entry = { connection, path: mount.path + path, ...(version === undefined ? {} : { version }) };
  const [read, metadata] = await Promise.allSettled([
    readEntry(session, mount, path, version, signal),
    mount.engine === 'kv2'
      ? session.run((caller) => readMetadataKv2(caller, mount.path, path), signal)
      : Promise.resolve(undefined),
  ]);
  // Either alone is worth answering: a policy can permit one and not the other.
  const facts = metadata.status === 'fulfilled' ? metadata.value : undefined;
  if (read.status === 'rejected' && facts === undefined) throw read.reason;
  const keys =
    read.status === 'fulfilled' ? keysOf(read.value, entry) : { keysUnknown: errorOf(read.reason).message };
  return { ...fromServer, ...namedData(path, entry), ...keys, ...(facts === undefined ? {} : about(facts)) };
}

function keysOf({ content, version }: ReadEntry, entry: Reference): Answered {
  const names = content.members.map(([key]) => key);
  const { items } = dataPage(names, undefined, (key) => namedData(key, { ...entry, key }));
  return {
    keys: items,
    ...(items.length < names.length ? { keysLeftOut: names.length - items.length } : {}),
    ...(version === undefined ? {} : { version }),
  };
}

const MOST_METADATA = 64;
const MOST_VERSIONS = 20;

function about({ currentVersion, versions, customMetadata, updatedTime }: EntryMetadata): Answered {
  return {
    currentVersion,
    updatedTime: dataText(updatedTime),
    versions: versions.slice(0, MOST_VERSIONS).map(({ version, createdTime, deletionTime, destroyed }) => ({
      version,
      createdTime: dataText(createdTime),
      ...(destroyed ? { destroyed } : deletionTime === '' ? {} : { deletionTime: dataText(deletionTime) }),
    })),
    customMetadata: Object.entries(customMetadata)
      .slice(0, MOST_METADATA)
      .map(([name, value]) => ({ name: dataText(name), value: dataText(value, 512) })),
  };
}

/** Explains a refusal as the app does on its own screens. */
async function suggest(
  session: Session,
  at: Reference,
  capability: string,
  signal: AbortSignal,
): Promise<Answered> {
  const { apiPath, neededCapability, capabilities, suggestion, findings } = await explainRefusal(
    session,
    { path: at.path, capability },
    signal,
  );
  return {
    ...fromServer,
    apiPath: dataText(apiPath, 2_000),
    neededCapability,
    ...(capabilities === undefined ? {} : { capabilities: capabilities.map((one) => dataText(one)) }),
    permitted: suggestion === '',
    suggestion: dataLines(suggestion, 8_000),
    findings: findings.slice(0, MOST_VERSIONS).map((one) => dataText(one, 1_000)),
  };
}

const WHAT_IS_MASKED =
  'Given values stand as ••• as they are and in common encodings. A value that the program changes otherwise is not masked: do not try to read one.';

function demandOf({
  program,
  folder,
  references,
  reason = '',
  ...rest
}: ToolInput<'run'> | ToolInput<'request_access'>): AgentDemand {
  const named = Object.entries(references).map(([name, text]) => ({
    name,
    reference: referenceText(rightly(parseReference(text))),
  }));
  return { program, folder, reason, references: named, ...rest };
}

/** The reference, or a refusal with the rule that it breaks. */
function rightly(parsed: Reference | ReferenceProblem): Reference {
  if ('rule' in parsed)
    throw refusal(`This is not a reference. ${parsed.problem}`, 'Take it from list_entries.');
  return parsed;
}

function refusal(message: string, advice: string): ProgramRefusal {
  return new ProgramRefusal('invalid-reference', message, advice);
}

/** An error as an agent gets it: texts of a server in it are cut, and nothing is hidden in them. */
function errorOf(failure: unknown): ProgramError {
  const { code, message, advice } = refusalOf(failure);
  return { code, message: dataText(message, 1_000), advice: dataText(advice, 1_000) };
}
