/**
 * What the tools of an agent do. Names and metadata come from the open sessions; a value comes into no answer: where
 * one is used, it goes to a program or to the server, after a person's yes.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { parseFolderReference, parseReference, referenceText } from '../../../shared/vault/reference.ts';
import type { Reference, ReferenceProblem } from '../../../shared/vault/reference.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import { readEntry } from '../../core/entries/reading.ts';
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
import type { WriteQuestion } from './agent-write.ts';
import { codeOf } from './program-codes.ts';
import type { ConnectionState, NamedReference, ProgramError } from './protocol.ts';

/** What an agent's deeds need of the app. */
export interface AgentParts {
  readonly connections: () => readonly ConnectionState[];
  /** Where a reference leads. Rejects with `AppFailure` for an unknown or closed connection, and while locked. */
  readonly mounts: (connection: string, signal: AbortSignal) => Promise<readonly Mount[]>;
  readonly find: (at: Reference, signal: AbortSignal) => Promise<FoundPlace>;
  /** Asks the person and has the launcher run the program. Rejects with `AppFailure` if nothing was run. */
  readonly run: (demand: AgentDemand, signal: AbortSignal) => Promise<ProgramRan>;
  /** Asks the person now for what later runs need. Rejects with `AppFailure` if it was not granted. */
  readonly request: (demand: AgentDemand, signal: AbortSignal) => Promise<void>;
  /** Asks the person about a write. Rejects with `cancelled`. */
  readonly agree: (at: FoundPlace, question: WriteQuestion, signal: AbortSignal) => Promise<void>;
}

/** Values that a program is to get. */
export interface AgentDemand {
  /** Absolute path. */
  readonly program: string;
  /** Arguments of this run; undefined: access for later runs is asked for. */
  readonly arguments: readonly string[] | undefined;
  readonly folder: string;
  readonly references: readonly NamedReference[];
}

/** End of a program that the launcher has run; its output is masked. */
export interface ProgramRan {
  readonly exit: number;
  readonly output: string;
  readonly cut: boolean;
}

/** A place on a server: its session, mount and path below that. */
export interface FoundPlace {
  readonly session: Session;
  readonly mount: Mount;
  readonly path: string;
}

export interface AgentDeeds {
  /** Does what a tool says with the agent's own input. Never rejects. */
  readonly do: (name: string, input: unknown, signal: AbortSignal) => Promise<DeedAnswer>;
}

type Answered = Readonly<Record<string, unknown>>;
type Deeds = {
  readonly [N in ToolName]: (input: ToolInput<N>, signal: AbortSignal) => Promise<Answered> | Answered;
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
    list_entries: ({ folder, cursor }, signal) =>
      list(parts, rightly(parseFolderReference(folder)), cursor, signal),
    describe_entry: ({ reference }, signal) => describe(parts, rightly(parseReference(reference)), signal),
    run: async ({ program, folder, arguments: given, references }, signal) => {
      const demand = { program, folder, arguments: given, references: named(references) };
      const { exit, output, cut } = await parts.run(demand, signal);
      return { exit, output, outputWasCut: cut, masked: WHAT_IS_MASKED };
    },
    request_access: async ({ program, folder, references }, signal) => {
      await parts.request({ program, folder, arguments: undefined, references: named(references) }, signal);
      return { granted: true };
    },
    write_generated: async ({ reference, length = 32, symbols = true }, signal) => {
      const at = rightly(parseReference(reference));
      if (at.key === undefined || at.version !== undefined)
        throw refusal('A write needs a reference with a key and without a version.', 'Add #KEY.');
      const place = await parts.find(at, signal);
      refuseCost(place.session);
      const { key } = at;
      const { version } = await writeGenerated(
        { place, key, length, symbols },
        (question) => parts.agree(place, question, signal),
        signal,
      );
      return { written: referenceText(at), ...(version === undefined ? {} : { version }) };
    },
    suggest_policy: async ({ reference, capability }, signal) => {
      const at = rightly(capability === 'list' ? parseFolderReference(reference) : parseReference(reference));
      return suggest(await parts.find(at, signal), capability, signal);
    },
  };

  async function done(name: string, input: unknown, signal: AbortSignal): Promise<Answered> {
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
    return deeds[name](parsed.data as never, signal);
  }

  return {
    do: async (name, input, signal) => {
      try {
        return { ok: await done(name, input, signal) };
      } catch (failure) {
        return { error: errorOf(asAppError(failure)) };
      }
    },
  };
}

/** Lists mounts of a connection, or the names in a folder of one. */
async function list(
  parts: AgentParts,
  at: Reference,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Answered> {
  const { connection } = at;
  if (at.path === '') {
    const mounts = await parts.mounts(connection, signal);
    const byPath = new Map(mounts.map((mount) => [mount.path as string, mount]));
    const { items, next } = dataPage([...byPath.keys()], cursor, (path) => ({
      ...namedData(path, { connection, path }),
      type: dataText(byPath.get(path)?.type ?? ''),
    }));
    return { ...fromServer, mounts: items, ...(next === undefined ? {} : { next }) };
  }
  const { session, mount, path } = await parts.find(at, signal);
  refuseCost(session);
  const { packed } = await session.run((caller) => listFolder(caller, mount, path), signal);
  const { items, next } = dataPage(unpackNames(packed), cursor, (name) =>
    namedData(name, { connection, path: mount.path + path + name }),
  );
  return { ...fromServer, entries: items, ...(next === undefined ? {} : { next }) };
}

/** Describes an entry: its keys by name, its versions, its custom metadata. */
async function describe(parts: AgentParts, at: Reference, signal: AbortSignal): Promise<Answered> {
  const { session, mount, path } = await parts.find(at, signal);
  refuseCost(session);
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
    read.status === 'fulfilled'
      ? keysOf(read.value, entry)
      : { keysUnknown: errorOf(asAppError(read.reason)).message };
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
  { session, mount, path }: FoundPlace,
  capability: string,
  signal: AbortSignal,
): Promise<Answered> {
  refuseCost(session);
  const { apiPath, neededCapability, capabilities, suggestion, findings } = await explainRefusal(
    session,
    { path: mount.path + path, capability },
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

function named(references: Readonly<Record<string, string>>): readonly NamedReference[] {
  return Object.entries(references).map(([name, reference]) => ({
    name,
    reference: referenceText(rightly(parseReference(reference))),
  }));
}

/** An agent spends no use of a token that has few: only what a person asks for does. */
function refuseCost(session: Session): void {
  if (session.limitedUse)
    throw new AppFailure({
      kind: 'costs-a-use',
      message: 'The token of this connection has a limited number of uses, and an agent spends none.',
      hint: 'Ask the person to look in Strongroom.',
    });
}

/** The reference, or a refusal with the rule that it breaks. */
function rightly(parsed: Reference | ReferenceProblem): Reference {
  if ('rule' in parsed)
    throw refusal(`This is not a reference. ${parsed.problem}`, 'Take it from list_entries.');
  return parsed;
}

function refusal(message: string, hint: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', message, hint });
}

/** An error as an agent gets it: texts of a server in it are cut, and nothing is hidden in them. */
function errorOf(error: AppError): ProgramError {
  const { message, hint = '' } = error;
  return { code: codeOf(error), message: dataText(message, 1_000), advice: dataText(hint, 1_000) };
}
