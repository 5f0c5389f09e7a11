/**
 * Renews a session's token automatically: each time when about half of its remaining life is over, until it can no
 * longer be extended. The user switches it on per session, and it ends with the token: a lock, a close or another
 * token stops it. A token with limited uses would pay for it and is refused.
 */
import type { AutoRenewal } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { asNumber } from '../../vault/api/fields.ts';
import { factsFromAuth } from '../../vault/api/token.ts';
import { asAppError } from '../connection/trouble.ts';

/** Clock, replaced in tests. */
export interface Clock {
  readonly now: () => number;
  /** Runs the work after some milliseconds; the returned function cancels it. */
  readonly after: (waitMs: number, work: () => void) => () => void;
}

export interface RenewalParts {
  readonly facts: () => TokenFacts;
  /** Renews once; returns the facts after it. Rejects with `AppFailure`. */
  readonly renew: () => Promise<TokenFacts>;
  /** Called if the view has changed by itself. */
  readonly changed: () => void;
  readonly clock?: Clock;
}

const realClock: Clock = {
  now: Date.now,
  after: (waitMs, work) => {
    const timer = setTimeout(work, waitMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Longest timer: a sleeping computer wakes up late, and a timer cannot wait for months. */
const LONGEST_WAIT_MS = 60_000;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** The server reports whole seconds: a life that ends so little later was not extended. */
const TOLERANCE_MS = 2_000;

/** Errors that a retry does not change. */
const final: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'unauthenticated',
  'invalid-request',
  'forbidden',
  'locked',
]);

export class Renewal {
  readonly #parts: RenewalParts;
  readonly #clock: Clock;
  #on = false;
  /** Counts starts and stops: results of work begun before one are ignored. */
  #turn = 0;
  #dueMs: number | undefined;
  #endMs = 0;
  #problem: string | undefined;
  #callOff: () => void = () => undefined;
  #underWay = false;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? realClock;
  }

  /** Undefined while switched off. */
  view(): AutoRenewal | undefined {
    if (!this.#on) return undefined;
    const nextAt = this.#dueMs === undefined ? '' : new Date(this.#dueMs).toISOString();
    return { nextAt, ...(this.#problem === undefined ? {} : { problem: this.#problem }) };
  }

  /** Starts it. Throws `invalid-request` with the reason if the token is not suitable. */
  start(): void {
    const facts = this.#parts.facts();
    const refused = whyNot(facts);
    if (refused !== undefined) throw refused;
    this.stop();
    this.#on = true;
    this.#planHalf(facts);
  }

  stop(): void {
    this.#turn++;
    this.#callOff();
    this.#on = false;
    this.#dueMs = undefined;
    this.#problem = undefined;
    this.#underWay = false;
  }

  /** Adapts to newly looked-up facts: another client can have renewed the token, for longer or for less. */
  reconsider(): void {
    if (!this.#on || this.#underWay) return;
    const facts = this.#parts.facts();
    const endMs = endOf(facts);
    const leftMs = endMs - this.#clock.now();
    if (Math.abs(endMs - this.#endMs) <= Math.max(TOLERANCE_MS, leftMs / 20)) return;
    this.#problem = undefined;
    this.#planHalf(facts);
  }

  #planHalf(facts: TokenFacts): void {
    this.#endMs = endOf(facts);
    const now = this.#clock.now();
    this.#planAt(now + Math.max(SHORTEST_WAIT_MS, (this.#endMs - now) / 2));
  }

  #planAt(dueMs: number): void {
    this.#dueMs = dueMs;
    this.#wait();
  }

  #wait(): void {
    this.#callOff();
    const turn = this.#turn;
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(0, (this.#dueMs ?? 0) - this.#clock.now()));
    this.#callOff = this.#clock.after(waitMs, () => {
      if (turn !== this.#turn || this.#dueMs === undefined) return;
      if (this.#clock.now() < this.#dueMs) this.#wait();
      else void this.#renew(turn);
    });
  }

  async #renew(turn: number): Promise<void> {
    const endBeforeMs = this.#endMs;
    this.#underWay = true;
    try {
      const facts = await this.#parts.renew();
      if (turn !== this.#turn) return;
      this.#problem = undefined;
      this.#endMs = endOf(facts);
      if (this.#endMs - endBeforeMs > TOLERANCE_MS / 2) this.#planHalf(facts);
      else this.#end(exhausted(facts));
    } catch (failure) {
      if (turn !== this.#turn) return;
      const error = asAppError(failure);
      const leftMs = endBeforeMs - this.#clock.now();
      if (final.has(error.kind)) this.#end(`The last renewal was refused: ${error.message}`);
      else if (leftMs <= 0) this.#end(`The token expired before it could be renewed: ${error.message}`);
      else {
        this.#problem = `The last renewal failed and will be retried: ${error.message}`;
        const waitMs = Math.min(LONGEST_RETRY_MS, Math.max(SHORTEST_WAIT_MS, leftMs / 8));
        this.#planAt(this.#clock.now() + waitMs);
      }
    } finally {
      if (turn === this.#turn) this.#underWay = false;
    }
    this.#parts.changed();
  }

  #end(problem: string): void {
    this.#callOff();
    this.#dueMs = undefined;
    this.#problem = problem;
  }
}

/** A token's facts after a renewal, from the `auth` of its response, the only source if it may not be looked up. */
export function renewedFacts(
  facts: TokenFacts,
  auth: Readonly<Record<string, unknown>>,
  nowMs: number,
): TokenFacts {
  const grantedSeconds = asNumber(auth['lease_duration']);
  if (facts.noLookUp === 'nothing') return { id: facts.id, ...factsFromAuth(auth, nowMs) };
  return {
    ...facts,
    ttlSeconds: grantedSeconds,
    expireTime: new Date(nowMs + grantedSeconds * 1000).toISOString(),
    lookedUpAt: new Date(nowMs).toISOString(),
  };
}

/** Its end by this machine's clock, so that a wrong server clock does no harm. */
function endOf({ lookedUpAt, ttlSeconds }: TokenFacts): number {
  return Date.parse(lookedUpAt) + ttlSeconds * 1000;
}

function exhausted({ explicitMaxTtlSeconds, ttlSeconds }: TokenFacts): string {
  const left = `It expires in ${timeSpan(ttlSeconds * 1000)}: log in again before that.`;
  return explicitMaxTtlSeconds > 0
    ? `The token cannot be renewed any more: its max TTL is ${formatDuration(explicitMaxTtlSeconds)}. ${left}`
    : `The token cannot be renewed any more: it has reached the server’s max TTL. ${left}`;
}

function whyNot(facts: TokenFacts): AppFailure | undefined {
  const refused = (message: string, hint: string): AppFailure =>
    new AppFailure({ kind: 'invalid-request', message, hint });
  if (facts.noLookUp === 'nothing') {
    return refused(
      'This token cannot look itself up: its TTL is unknown, so its renewal cannot be planned.',
      'Renew it once by hand: the response tells its TTL.',
    );
  }
  if (facts.type === 'batch') {
    return refused(
      'This is a batch token: the server never renews one.',
      'Log in again before it expires, or use a service token.',
    );
  }
  if (facts.numUses !== 0) {
    return refused(
      'This token has limited uses, and every renewal would cost one.',
      'Renew it by hand if it is worth a use.',
    );
  }
  if (facts.expireTime === null) {
    return refused('This token never expires, so there is nothing to renew.', 'Nothing needs to be done.');
  }
  if (!facts.renewable) {
    return refused(
      'This token was created so that it cannot be renewed.',
      'Log in again before it expires, or ask for a renewable token.',
    );
  }
  return undefined;
}
