/**
 * One way from a request to values, for programs and agents alike: who asks, about what, a remembered yes or a
 * question, the asker looked at once more, and only then the values. Whatever fails on the way gives nothing.
 */
import { notice } from '../../../shared/ipc/prompt-notes.ts';
import { counted } from '../../../shared/vault/counted.ts';
import type { PastRequest, ProgramOutcome } from '../../../shared/vault/programs.ts';
import { referenceText } from '../../../shared/vault/reference.ts';
import type { Session } from '../../core/session/session.ts';
import type { Pace } from '../pace.ts';
import { createConsent, lookAt, refuseGone, refuseLocked } from './consent.ts';
import type { ConsentDemand, ConsentParts, Consented, Demand } from './consent.ts';
import { isSameIdentity, nameOf } from './identity.ts';
import type { Identity } from './identity.ts';
import { readWithLeases } from './leases.ts';
import type { Lent } from './leases.ts';
import type { NamedReference, NamedValue } from './protocol.ts';
import type { ProgramWords } from './question.ts';
import { ProgramRefusal, changed, refusalOf } from './refusals.ts';
import { mints, parsedReferences, sessionOf, targetsOf } from './targets.ts';
import type { Target, TargetParts } from './targets.ts';
import { valuesOf } from './values.ts';
import type { Fit } from './values.ts';

export interface AskerParts extends TargetParts, ConsentParts {
  readonly paceFor: (session: Session) => Pace;
  /** Tells the user of a problem, in a sentence. */
  readonly report: (problem: string) => void;
}

export interface ValuesDemand extends Demand {
  readonly references: readonly NamedReference[];
  readonly fit: Fit;
  readonly words?: Partial<ProgramWords>;
}

export interface ProgramAsker {
  /** Values for a program, after a yes. Rejects with `ProgramRefusal`. The caller releases them when it has ended. */
  readonly values: (demand: ValuesDemand) => Promise<Lent<readonly NamedValue[]>>;
  /** Does `work` after a yes, and notes its outcome. Rejects with `ProgramRefusal`. */
  readonly consented: <T>(demand: ConsentDemand, work: (consent: Consented) => Promise<T>) => Promise<T>;
  /** Releases what was made by a session: it is locked or closed. */
  readonly endSession: (sessionId: string) => Promise<void>;
}

/** Makes it. */
export function createAsker(parts: AskerParts): ProgramAsker {
  const { record, isLocked } = parts;
  const consentTo = createConsent(parts);
  const lent = new Set<{ readonly sessionId: string; readonly release: () => Promise<void> }>();

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
    refuseLocked(isLocked);
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
  ): Promise<Lent<readonly NamedValue[]>> {
    const read = async (noteLease: (leaseId: string) => void): Promise<readonly NamedValue[]> => {
      const { fit, signal } = demand;
      const values = await valuesOf(targets, {
        session,
        fit,
        signal,
        noteLease,
        pace: parts.paceFor(session),
      });
      if (!isSameIdentity(identity, await lookAt(demand))) throw changed();
      refuseLocked(isLocked, session);
      refuseGone(signal);
      return values;
    };
    if (confirmed === undefined || !targets.some(mints))
      return { value: await read(() => undefined), leases: false, release: () => Promise.resolve() };
    const { sessionId } = session;
    const given = await readWithLeases(session, confirmed, read, () => parts.report(notRevoked));
    const one = {
      sessionId,
      release: async () => {
        lent.delete(one);
        await given.release();
      },
    };
    lent.add(one);
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
      await Promise.all([...lent].filter((one) => one.sessionId === sessionId).map((one) => one.release()));
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

const notRevoked =
  'Credentials made for a program could not be revoked. They last until their lease expires.';

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

function costsUses(): ProgramRefusal {
  return new ProgramRefusal(
    'not-permitted',
    'The session’s token has limited uses, which a program would use up.',
    'Log in with another token.',
  );
}
