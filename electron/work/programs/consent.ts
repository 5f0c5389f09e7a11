/** A yes to a request: remembered, or asked for in the secure prompt. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import type { ProgramCommand } from '../../../shared/vault/programs.ts';
import type { CoveredPath } from '../../core/gates/consents.ts';
import type { ProcessFacts } from '../../core/program-system.ts';
import type { Session } from '../../core/session/session.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import { identityKey, isSameIdentity, nameOf, programKey } from './identity.ts';
import type { Identity } from './identity.ts';
import { folderMinutes, programQuestion } from './question.ts';
import type { AskingAgent, ProgramConsent, ProgramWords } from './question.ts';
import type { ProgramRecord } from './record.ts';
import { ProgramRefusal, appLocked, busy, changed, denied, gone, refusalOf } from './refusals.ts';
import type { ProgramTurns } from './turns.ts';

/** Bounds of a grant: who, what, and of which session. */
export interface GrantRule {
  readonly sessionId: string;
  readonly command: ProgramCommand;
  readonly agent: boolean;
  /** Names and references that it covers. */
  readonly keys: ReadonlySet<string>;
  readonly identity: string;
  /** It covers the program with any arguments. */
  readonly anyArguments: boolean;
  readonly process?: Pick<ProcessFacts, 'pid' | 'start'>;
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

export interface ConsentParts {
  readonly isLocked: () => boolean;
  readonly preferences: { readonly get: () => Pick<Preferences, 'programsRememberProduction'> };
  readonly record: ProgramRecord<GrantRule>;
  readonly turns: ProgramTurns;
}

/** Asks, unless a remembered yes covers the request. Rejects with `ProgramRefusal`. */
export type ConsentTo = (demand: ConsentDemand, session: Session, identity: Identity) => Promise<Consented>;

/** Makes it. */
export function createConsent({ isLocked, preferences, record, turns }: ConsentParts): ConsentTo {
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

  return async (demand, session, identity) => {
    if (isGranted(demand, session, identity)) return { session, outcome: 'granted-before' };
    if (demand.quiet === true) throw denied();
    if (demand.inAdvance === true && (!mayRemember(session) || identity.process === undefined))
      throw asksEachTime();
    turns.refuseSoon();
    return turns.run(async () => {
      refuseGone(demand.signal);
      refuseLocked(isLocked, session);
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
        // All that a person has read must still be so.
        if (!isSameIdentity(identity, await lookAt(demand))) throw changed();
        refuseLocked(isLocked, session);
        remember(demand, session, identity, value as ProgramConsent);
        return { session, confirmed, outcome: 'given' };
      } catch (failure) {
        refuseGone(demand.signal);
        // The page's own questions fill the queue.
        if (failure instanceof AppFailure && failure.error.kind === 'conflict') throw busy();
        if (refusalOf(failure).code !== 'denied') throw failure;
        refuseLocked(isLocked, session);
        turns.noteNo();
        throw denied();
      }
    });
  };
}

/** Throws `locked` while the app or the session is. */
export function refuseLocked(isLocked: () => boolean, session?: Session): void {
  if (isLocked() || session?.locked === true || session?.closed === true) throw appLocked();
}

/** Looks at the asker. Rejects with `changed` if it is gone or cannot be identified. */
export async function lookAt(demand: Demand): Promise<Identity> {
  try {
    return await demand.look();
  } catch {
    // Gone, or not to be read: the reason says nothing to a person.
    throw changed();
  }
}

/** Throws if the asker has gone. */
export function refuseGone(signal: AbortSignal): void {
  if (signal.aborted) throw gone();
}

function asksEachTime(): ProgramRefusal {
  return new ProgramRefusal(
    'not-permitted',
    'This connection asks about each request, so nothing can be granted in advance.',
    'Ask when the secret is needed.',
  );
}
