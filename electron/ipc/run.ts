/**
 * Runs one call after the guard has let its sender in, by the facts of its row: measure → budget → parse → lock →
 * gesture → subject → run → lock → Result → leaving gate → one redacted log line (name, time, outcome; never an input
 * or an output). Keeps running calls by asker and call id, so that they can be cancelled. Imports no Electron: tests
 * run it as it is.
 */
import type { CallName } from '../../shared/ipc/contract.ts';
import { AppFailure, fail, ok, type AppError, type Result } from '../../shared/ipc/result.ts';
import type { PromptEnvironment } from '../../shared/ipc/trusted-contract.ts';
import { redact } from '../../shared/vault/redact.ts';
import { environmentOf } from '../core/connection/prompt-look.ts';
import { lockedError } from '../core/connection/trouble.ts';
import { faultOf } from '../disk/fault.ts';
import { NotWritten } from '../disk/json-file.ts';
import { createBudget, type Budget } from '../core/gates/budget.ts';
import { inCall } from '../core/gates/call-scope.ts';
import type { LeftResult, Outgoing } from '../core/gates/outgoing.ts';
import { asWrite } from '../core/session/write-scope.ts';
import type { Services } from '../services/services.ts';
import type { Row } from './call.ts';
import { wholeEntryBytes } from './sizes.ts';
import { measure } from './measure.ts';

/** The runner's part of the backend. */
export interface Behind {
  readonly calls: Readonly<Record<CallName, Row>>;
  readonly services: Services;
}

export interface RunnerOptions {
  /** Loads calls and services once, at the first call at the latest. */
  readonly behind: () => Promise<Behind>;
  /** Answers calls without input that do not need the backend; undefined for all others. */
  readonly first?: (name: string) => unknown;
  readonly log: (line: string) => void;
  /** Leaving gate of every result. */
  readonly outgoing: Pick<Outgoing, 'result'>;
}

/**
 * Caller: the page on a `gesture` of the user, which is checked once it matters; a `screen` by itself; or the user
 * in a system `menu`, which costs no gesture of the window.
 */
export type CallOrigin = 'gesture' | 'screen' | 'menu';

/** A result as it crosses to the page: unchanged, or with its value as JSON text. */
export type CrossingResult = Result<unknown> | { readonly ok: true; readonly json: string };

export interface CallRunner {
  /** One call of a page; the name is any value that the page sent. */
  readonly answerPage: (
    name: unknown,
    input: unknown,
    callId: unknown,
    askerId: number,
    origin: CallOrigin,
  ) => Promise<CrossingResult>;
  readonly run: (
    name: string,
    input: unknown,
    callId: unknown,
    askerId: number,
    origin?: CallOrigin,
  ) => Promise<Result<unknown>>;
  readonly cancel: (callId: unknown, askerId: number) => void;
  /** The asker's page is gone or another: aborts its calls that end with it. */
  readonly abandon: (askerId: number) => void;
}

/** Longer than the name of any call. */
const LONGEST_NAME = 64;

interface UnderWay {
  readonly origin: CallOrigin;
  readonly abort: AbortController;
  /** True if the end of its page ends it, and until its effect is known. */
  endsWithPage: boolean;
  /** Error if its result must not leave any more; undefined if it can. */
  late: () => AppError | undefined;
  /** Callbacks for a result that has left whole. */
  readonly notes: (() => void)[];
}

/** Makes the runner of a bridge. */
export function makeCallRunner({ behind, first, log, outgoing }: RunnerOptions): CallRunner {
  /** Calls by asker and call id. */
  const underWay = new Map<number, Map<number, UnderWay>>();
  /** Budgets by asker, over its pages: calls left behind still use memory. */
  const budgets = new Map<number, Budget>();
  /** Undefined until loaded; until then the largest limit applies. */
  let loaded: Behind | undefined;
  const rowOf = (name: string): Row | undefined =>
    loaded !== undefined && Object.hasOwn(loaded.calls, name) ? loaded.calls[name as CallName] : undefined;
  const limitOf = (name: string): number => rowOf(name)?.maxBytes ?? 2 * wholeEntryBytes;
  const crossesAsJson = (name: string): boolean => rowOf(name)?.asJson === true;

  async function run(
    name: string,
    input: unknown,
    callId: unknown,
    askerId: number,
    origin: CallOrigin,
  ): Promise<LeftResult> {
    const startedMs = performance.now();
    const own: UnderWay = {
      origin,
      abort: new AbortController(),
      endsWithPage: true,
      late: () => undefined,
      notes: [],
    };
    let answered: Result<unknown> | undefined;
    let result = await outgoing.result(
      name,
      async () => (answered = await answer(name, input, callId, askerId, own)),
      () => crossesAsJson(name),
    );
    // The scan of a large value takes a while, too.
    const late = result.ok ? own.late() : undefined;
    if (late !== undefined) result = await outgoing.result(name, () => Promise.resolve(fail(late)));
    if (isWhole(result, answered)) for (const note of own.notes) note();
    const elapsedMs = (performance.now() - startedMs).toFixed(1);
    // A name that only the page knows is not logged.
    const logged = result.ok || rowOf(name) !== undefined ? name : 'of no known name';
    log(`call ${logged} ${elapsedMs} ms ${result.ok ? 'ok' : result.error.kind}`);
    return result;
  }

  async function answer(
    name: string,
    input: unknown,
    callId: unknown,
    askerId: number,
    own: UnderWay,
  ): Promise<Result<unknown>> {
    const ofAsker = underWay.get(askerId) ?? new Map<number, UnderWay>();
    if (typeof callId !== 'number' || !Number.isSafeInteger(callId) || ofAsker.has(callId)) {
      return fail(invalidInput(name, 'its call id is not a new whole number'));
    }
    const bytes = measure(input, limitOf(name));
    if (typeof bytes !== 'number') return fail(unacceptable(name, bytes, limitOf(name)));
    const budget = budgets.get(askerId) ?? createBudget();
    budgets.set(askerId, budget);
    const letGo = budget.take(bytes);
    if (typeof letGo !== 'function') return fail(letGo);
    ofAsker.set(callId, own);
    underWay.set(askerId, ofAsker);
    try {
      const value = isNothing(input) ? first?.(name) : undefined;
      if (value !== undefined) return ok(value);
      loaded = await behind();
      const row = rowOf(name);
      if (row === undefined)
        return fail({ kind: 'invalid-input', message: 'There is no call of this name.' });
      if (bytes > row.maxBytes) return fail(unacceptable(name, 'too-large', row.maxBytes));
      return await perform(row, loaded.services, input, own);
    } catch (error) {
      return fail(asAppError(name, error, log));
    } finally {
      letGo();
      ofAsker.delete(callId);
      if (ofAsker.size === 0 && underWay.get(askerId) === ofAsker) underWay.delete(askerId);
    }
  }

  return {
    run: async (name, input, callId, askerId, origin = 'gesture') => {
      const { json: _text, ...result } = await run(name, input, callId, askerId, origin);
      return result;
    },
    answerPage: async (name, input, callId, askerId, origin) => {
      const called = typeof name === 'string' && name.length <= LONGEST_NAME ? name : '';
      const result = await run(called, input, callId, askerId, origin);
      if (!result.ok || !crossesAsJson(called)) return result;
      return { ok: true, json: result.json ?? JSON.stringify(result.value) };
    },
    cancel: (callId, askerId) => {
      if (typeof callId === 'number') underWay.get(askerId)?.get(callId)?.abort.abort();
    },
    abandon: (askerId) => {
      for (const { abort, endsWithPage } of underWay.get(askerId)?.values() ?? [])
        if (endsWithPage) abort.abort();
      // The next page counts its calls from the beginning.
      underWay.delete(askerId);
    },
  };
}

/** True if an answer leaves as it was given, not refused and not redacted. */
function isWhole(left: Result<unknown>, given: Result<unknown> | undefined): boolean {
  return left.ok && given?.ok === true && left.value === given.value;
}

/** True for an empty input. */
function isNothing(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return Object.getPrototypeOf(input) === Object.prototype && Object.keys(input).length === 0;
}

async function perform(
  row: Row,
  services: Services,
  input: unknown,
  underWay: UnderWay,
): Promise<Result<unknown>> {
  const { name, effect } = row;
  const parsed = row.parse(input);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const signal = effect === 'once' ? new AbortController().signal : underWay.abort.signal;
  if (signal.aborted) return fail(cancelled());
  const refused = refusal(row, services, value);
  if (refused !== undefined) return fail(refused);

  const scope = {
    name,
    mayChange: row.effect !== 'read',
    startedMs: performance.now(),
    asks: row.asks === 'nothing' ? [] : row.asks,
    byItself: underWay.origin === 'screen',
    gestureSpent: underWay.origin === 'menu',
    ...(underWay.origin === 'menu' ? { spentAtMs: performance.now() } : {}),
    environment: () => environmentOfCall(row, services, value),
    whenAnswered: (note: () => void) => void underWay.notes.push(note),
  };
  return inCall(scope, async () => {
    if (row.effect === 'read' || row.effect === 'changes-here') {
      if (row.effect === 'changes-here') {
        // A call without a question goes on at once: an abandoned page puts its draft and closes the entry in one go.
        const asking = pay(row, services, value, signal);
        if (asking !== undefined) await asking;
        const lockedMeanwhile = refusal(row, services, value);
        if (lockedMeanwhile !== undefined) return fail(lockedMeanwhile);
      }
      const answer = await row.perform(value, { signal, services });
      // Locked meanwhile: the result must not leave.
      underWay.late = () => refusal(row, services, value);
      const late = underWay.late();
      return late === undefined ? ok(answer) : fail(late);
    }
    // The page's end still ends the call until the user has agreed.
    await services.gesture.spend(row.says, underWay.abort.signal);
    const lockedMeanwhile = refusal(row, services, value);
    if (lockedMeanwhile !== undefined) return fail(lockedMeanwhile);
    underWay.endsWithPage = false;
    const release = row.keep(services, value);
    try {
      return ok(await asWrite(() => row.perform(value, { signal, services })));
    } finally {
      release();
    }
  });
}

/** Pays for a call that changes main's state; a promise if it can open a question. Fails with `cancelled`. */
function pay(
  row: Extract<Row, { effect: 'changes-here' }>,
  { gesture }: Services,
  parsed: unknown,
  signal: AbortSignal,
): Promise<void> | undefined {
  if (row.costs === 'nothing') return undefined;
  const paidBy = row.paidBy(parsed);
  if (paidBy !== undefined && gesture.follow(paidBy)) return undefined;
  if (row.costs === 'gesture') return gesture.spend(row.says, signal);
  gesture.keystroke(row.says);
  return undefined;
}

/** The environment of a call's sessions; undefined if none is set, or they have several. */
function environmentOfCall(row: Row, services: Services, parsed: unknown): PromptEnvironment | undefined {
  const named = new Set(row.concerns(services, parsed));
  const [first, ...others] = [...named].map(
    (sessionId) => environmentOf(services.sessions.lookOf(sessionId)).environment,
  );
  return others.every((other) => other?.name === first?.name) ? first : undefined;
}

/**
 * Error that refuses a well-formed call in the present state: the app or one of its sessions is locked, or one-time
 * results have no room.
 */
function refusal(row: Row, services: Services, parsed: unknown): AppError | undefined {
  const { lock, sessions } = services;
  const refused = row.whenLocked === 'answered' ? undefined : lock.refusal();
  if (refused !== undefined) return refused;
  const bringsOnce = row.effect === 'once' || (row.effect === 'write' && row.bringsOnce === true);
  const full = bringsOnce ? services.answers.full() : undefined;
  if (full !== undefined) return full;
  for (const sessionId of row.sessions(services, parsed)) {
    const locked = sessions.lockedName(sessionId);
    if (locked !== undefined) return lockedError(locked);
  }
  return undefined;
}

/**
 * An exception as a value: the error of an `AppFailure`, `cancelled` for an abort, else `internal` with a redacted
 * text.
 */
function asAppError(name: string, error: unknown, log: (line: string) => void): AppError {
  if (error instanceof AppFailure) return error.error;
  if (error instanceof NotWritten) return notWritten(error);
  if (error instanceof Error && error.name === 'AbortError') return cancelled();
  const message = redact(error instanceof Error ? error.message : String(error));
  log(`call ${name} failed inside: ${faultOf(error)}`);
  return {
    kind: 'internal',
    message: `Strongroom could not finish this (${name}): ${message}`,
    hint: 'This is a fault of the app, not of the server. The log has the details.',
  };
}

/** A change that the user relies on is not on disk: the call must not report success. */
function notWritten({ message, hint }: NotWritten): AppError {
  return { kind: 'not-kept', message, hint };
}

function unacceptable(name: string, why: 'too-large' | 'not-plain', maxBytes: number): AppError {
  return invalidInput(
    name,
    why === 'too-large' ? `its input is larger than ${maxBytes} bytes` : 'its input is not plain data',
  );
}

function invalidInput(name: string, why: string): AppError {
  return { kind: 'invalid-input', message: `The call ${name} was refused: ${why}.` };
}

function cancelled(): AppError {
  return { kind: 'cancelled', message: 'Cancelled.' };
}
