/**
 * One way from a request to values, for programs and agents alike: who asks, about what, a remembered yes or a
 * question, the asker looked at once more, and only then the values. Whatever fails on the way gives nothing.
 */
import { notice } from '../../../shared/ipc/prompt-notes.ts';
import { counted } from '../../../shared/vault/counted.ts';
import type { PastRequest, ProgramCommand, ProgramOutcome } from '../../../shared/vault/programs.ts';
import { referenceText } from '../../../shared/vault/reference.ts';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ProcessFacts } from '../../core/program-system.ts';
import type { Session } from '../../core/session/session.ts';
import type { CoveredPath } from '../../core/gates/consents.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import type { Pace } from '../pace.ts';
import { identityKey, isSameIdentity, nameOf, programKey } from './identity.ts';
import type { Identity } from './identity.ts';
import { holdingLeases } from './leases.ts';
import type { Held } from './leases.ts';
import { folderMinutes, programQuestion } from './question.ts';
import type { AskingAgent, ProgramConsent, ProgramWords } from './question.ts';
import type { NamedReference, NamedValue } from './protocol.ts';
import type { ProgramRecord } from './record.ts';
import { ProgramRefusal, appLocked, busy, changed, denied, gone, refusalOf } from './refusals.ts';
import { mints, parsedReferences, sessionOf, targetsOf } from './targets.ts';
import type { Target, TargetParts } from './targets.ts';
import type { ProgramTurns } from './turns.ts';
import { valuesOf } from './values.ts';
import type { Fit } from './values.ts';

/** Bounds of a grant: who, what, and of which session. */
export interface GrantRule {
  readonly sessionId: string;
  readonly command: ProgramCommand;
  readonly agent: boolean;
  /** What it covers: names and references. */
  readonly keys: ReadonlySet<string>;
  readonly identity: string;
  /** It covers the program with any arguments. */
  readonly anyArguments: boolean;
  readonly process?: Pick<ProcessFacts, 'pid' | 'start'>;
}

export interface AskerParts extends TargetParts {
  readonly isLocked: () => boolean;
  readonly preferences: { readonly get: () => Pick<Preferences, 'programsRememberProduction'> };
  readonly paceFor: (session: Session) => Pace;
  readonly record: ProgramRecord<GrantRule>;
  readonly turns: ProgramTurns;
  /** Revocations that failed: the person is told by the log of the app. */
  readonly log: (line: string) => void;
}

/** A request, before anything is known about it. */
export interface Demand {
  readonly command: ProgramCommand;
  readonly agent?: AskingAgent;
  /** Looks at the asker; called before the question and again after it. Rejects if it is gone. */
  readonly look: () => Promise<Identity>;
  /** Ends the request: the asker has gone. */
  readonly signal: AbortSignal;
}

export interface ValuesDemand extends Demand {
  readonly references: readonly NamedReference[];
  readonly fit: Fit;
  readonly words?: Partial<ProgramWords>;
}

/** A request for a yes alone. */
export interface ConsentDemand extends Demand {
  readonly connection: string;
  /** Lines of what it is about; a remembered yes covers exactly these. */
  readonly keys: readonly string[];
  readonly words: ProgramWords;
  /** Refused instead of asked about. */
  readonly quiet?: boolean;
  /** Never remembered. */
  readonly onceOnly?: boolean;
  /** Only a remembered yes is of use. */
  readonly inAdvance?: boolean;
  /** Comes again and again: noted only if it was asked about or refused. */
  readonly repeats?: boolean;
  /** Requests that the yes covers, without a further question of the gate. */
  readonly covered?: readonly CoveredPath[];
}

export interface Consented {
  readonly session: Session;
  readonly confirmed?: Confirmed;
  readonly outcome: 'given' | 'granted-before';
}

export interface ProgramAsker {
  /** Values for a program, after a yes. Rejects with `ProgramRefusal`. The caller releases them when it has ended. */
  readonly values: (demand: ValuesDemand) => Promise<Held<readonly NamedValue[]>>;
  /** Does `work` after a yes, and notes its outcome. Rejects with `ProgramRefusal`. */
  readonly consented: <T>(demand: ConsentDemand, work: (consent: Consented) => Promise<T>) => Promise<T>;
  /** Releases what was made by a session: it is locked or closed. */
  readonly endSession: (sessionId: string) => Promise<void>;
}

/** Makes it. */
export function createAsker(parts: AskerParts): ProgramAsker {
  const { record, turns, isLocked, preferences } = parts;
  const held = new Set<{ readonly sessionId: string; readonly release: () => Promise<void> }>();

  function refuseLocked(session?: Session): void {
    if (isLocked() || session?.locked === true || session?.closed === true) throw appLocked();
  }

  async function lookAt(demand: Demand): Promise<Identity> {
    try {
      return await demand.look();
    } catch {
      // Gone, or not to be read: the reason says nothing to a person.
      throw changed();
    }
  }

  /** True if a remembered yes covers the request. */
  function isGranted(demand: ConsentDemand, session: Session, identity: Identity): boolean {
    if (demand.onceOnly === true || !mayRemember(session)) return false;
    const [key, program] = [identityKey(identity), programKey(identity)];
    return record
      .grants()
      .some(
        ({ rule }) =>
          rule.sessionId === session.sessionId &&
          rule.command === demand.command &&
          rule.agent === (demand.agent !== undefined) &&
          rule.identity === (rule.anyArguments ? program : key) &&
          demand.keys.every((one) => rule.keys.has(one)) &&
          (rule.process === undefined ||
            (rule.process.pid === identity.process?.pid && rule.process.start === identity.process.start)),
      );
  }

  /** A production connection asks each time, unless the settings say otherwise. */
  function mayRemember(session: Session): boolean {
    return !/prod/i.test(session.look.environment ?? '') || preferences.get().programsRememberProduction;
  }

  function offered(demand: ConsentDemand, session: Session, identity: Identity): readonly ProgramConsent[] {
    if (demand.onceOnly === true || !mayRemember(session)) return ['once'];
    if (demand.inAdvance === true) return ['process'];
    return [
      'once',
      ...(identity.process === undefined ? [] : (['process'] as const)),
      ...(demand.agent === undefined && demand.command === 'run' ? (['folder'] as const) : []),
    ];
  }

  function remember(
    demand: ConsentDemand,
    session: Session,
    identity: Identity,
    consent: ProgramConsent,
  ): void {
    if (consent === 'once') return;
    const { process } = identity;
    const bound = consent === 'process' && process !== undefined ? process : undefined;
    record.add(
      {
        who: nameOf(identity),
        agent: demand.agent !== undefined,
        connection: demand.connection,
        keys: demand.keys,
        until: bound === undefined ? new Date(Date.now() + folderMinutes * 60_000).toISOString() : null,
        while: bound === undefined ? null : `${bound.name} (${String(bound.pid)})`,
      },
      {
        sessionId: session.sessionId,
        command: demand.command,
        agent: demand.agent !== undefined,
        keys: new Set(demand.keys),
        identity: identity.argv === undefined ? programKey(identity) : identityKey(identity),
        anyArguments: identity.argv === undefined,
        ...(bound === undefined ? {} : { process: { pid: bound.pid, start: bound.start } }),
      },
    );
  }

  /** Asks, unless a remembered yes covers it. */
  async function consentTo(demand: ConsentDemand, session: Session, identity: Identity): Promise<Consented> {
    if (isGranted(demand, session, identity)) return { session, outcome: 'granted-before' };
    if (demand.quiet === true) throw denied();
    if (demand.inAdvance === true && (!mayRemember(session) || identity.process === undefined))
      throw asksEachTime();
    turns.refuseSoon();
    return turns.run(async () => {
      if (demand.signal.aborted) throw gone();
      refuseLocked(session);
      // The question before this one can have answered it.
      if (isGranted(demand, session, identity)) return { session, outcome: 'granted-before' };
      turns.refuseSoon();
      const question = programQuestion({
        words: demand.words,
        identity,
        keys: demand.keys,
        ...(demand.agent === undefined ? {} : { agent: demand.agent }),
        offered: offered(demand, session, identity),
      });
      try {
        const { value, confirmed } = await session.chooseFor(question, demand.covered ?? [], demand.signal);
        turns.noteYes();
        // What a person has read must still be so.
        if (!isSameIdentity(identity, await lookAt(demand))) throw changed();
        refuseLocked(session);
        remember(demand, session, identity, value as ProgramConsent);
        return { session, confirmed, outcome: 'given' };
      } catch (failure) {
        if (demand.signal.aborted) throw gone();
        // The page's own questions fill the queue.
        if (failure instanceof AppFailure && failure.error.kind === 'conflict') throw busy();
        if (refusalOf(failure).code !== 'denied') throw failure;
        refuseLocked(session);
        turns.noteNo();
        throw denied();
      }
    });
  }

  /** Notes a request with its end. */
  async function noted<T>(
    past: Omit<PastRequest, 'at' | 'outcome'>,
    work: () => Promise<{ readonly value: T; readonly outcome: ProgramOutcome }>,
    repeats = false,
  ): Promise<T> {
    try {
      const { value, outcome } = await work();
      if (!repeats || outcome !== 'granted-before') record.note({ ...past, outcome });
      return value;
    } catch (failure) {
      const { code, message, advice } = refusalOf(failure);
      record.note({ ...past, outcome: code });
      throw new ProgramRefusal(code, message, advice);
    }
  }

  function openSession(connection: string): Session {
    refuseLocked();
    const session = sessionOf(parts, connection);
    refuseLimitedUses(session);
    return session;
  }

  async function decide<T>(
    demand: ConsentDemand,
    session: Session,
    past: { who: string },
    work: (consent: Consented, identity: Identity) => Promise<T>,
  ): Promise<{ readonly value: T; readonly outcome: ProgramOutcome }> {
    const identity = await lookAt(demand);
    past.who = nameOf(identity);
    const consent = await consentTo(demand, session, identity);
    return { value: await work(consent, identity), outcome: consent.outcome };
  }

  /** Reads the values and looks at everything once more before they may go. */
  async function readFor(
    demand: ValuesDemand,
    targets: readonly Target[],
    { session, confirmed }: Consented,
    identity: Identity,
  ): Promise<Held<readonly NamedValue[]>> {
    const read = async (noteLease: (leaseId: string) => void): Promise<readonly NamedValue[]> => {
      const { fit, signal } = demand;
      const values = await valuesOf(targets, {
        ...{ session, fit, signal, noteLease },
        pace: parts.paceFor(session),
      });
      if (!isSameIdentity(identity, await lookAt(demand))) throw changed();
      refuseLocked(session);
      if (signal.aborted) throw gone();
      return values;
    };
    if (confirmed === undefined || !targets.some(mints))
      return { value: await read(() => undefined), leases: false, release: () => Promise.resolve() };
    const { sessionId } = session;
    const given = await holdingLeases(session, confirmed, read, (count) =>
      parts.log(`leases made for a program could not be revoked: ${String(count)}`),
    );
    const one = {
      sessionId,
      release: async () => {
        held.delete(one);
        await given.release();
      },
    };
    held.add(one);
    return { ...given, release: one.release };
  }

  return {
    consented: (demand, work) => {
      const past = pastOf(demand, demand.connection, demand.keys);
      const decided = () => decide(demand, openSession(demand.connection), past, work);
      return noted(past, decided, demand.repeats);
    },
    values: (demand) => {
      const past = pastOf(demand, '', []);
      return noted(past, async () => {
        const { connection, parsed } = parsedReferences(demand.references);
        const keys = parsed.map(keyLine);
        Object.assign(past, { connection, keys });
        const session = openSession(connection);
        const targets = await targetsOf(session, parsed, demand.signal);
        const consent = { ...demand, ...wordsFor(demand, targets), connection, keys };
        return decide(consent, session, past, (given, identity) => readFor(demand, targets, given, identity));
      });
    },
    endSession: async (sessionId) => {
      record.endWhere(({ rule }) => rule.sessionId === sessionId);
      await Promise.all([...held].filter((one) => one.sessionId === sessionId).map((one) => one.release()));
    },
  };
}

interface MutablePast extends Omit<PastRequest, 'at' | 'outcome' | 'who'> {
  who: string;
}

function pastOf({ command, agent }: Demand, connection: string, keys: readonly string[]): MutablePast {
  return { who: '', agent: agent !== undefined, command, connection, keys };
}

/** The question about values; one that makes something is asked each time. */
function wordsFor(
  { agent, references, words }: ValuesDemand,
  targets: readonly Target[],
): Pick<ConsentDemand, 'words' | 'onceOnly' | 'covered'> {
  const made = targets.filter(mints).length;
  const whom = agent === undefined ? 'a program' : 'a program of a coding agent';
  return {
    words: {
      title: `Give ${counted(references.length, 'key')} to ${whom}?`,
      action: 'Give',
      ...words,
      notes: [...(words?.notes ?? []), ...(made === 0 ? [] : [makesCredential])],
    },
    ...(made === 0
      ? {}
      : { onceOnly: true, covered: [{ method: 'POST', path: 'sys/leases/revoke', times: made }] }),
  };
}

const makesCredential = notice(
  'Makes a new credential on the server. Its lease is revoked when the program ends.',
);

/** A line of a question, a grant and the list: the variable, and the reference without its connection. */
export function keyLine({
  name,
  ...reference
}: { readonly name: string } & Parameters<typeof referenceText>[0]): string {
  const text = referenceText(reference);
  return name === '' || name === text ? text : `${name}=${text}`;
}

/** Refuses a session whose token pays for each request. */
export function refuseLimitedUses(session: Session): void {
  if (session.limitedUse) throw costsUses();
}

function asksEachTime(): ProgramRefusal {
  return new ProgramRefusal(
    'not-permitted',
    'This connection asks about each request, so nothing can be granted in advance.',
    'Ask when the secret is needed.',
  );
}

function costsUses(): ProgramRefusal {
  return new ProgramRefusal(
    'not-permitted',
    'The token of this connection has limited uses, which a program would use up.',
    'Log in with another token.',
  );
}
