/**
 * Runs one call after the other checks have let it in: measure → parse → lock → handler → lock → Result → one redacted
 * log line (name, time, outcome; never an input or an output). Keeps what is under way by asker and call id, so that it
 * can be cancelled. Imports no Electron: tests run it as it is.
 */
import type { CallName, Input, Output } from '../../shared/ipc/contract.ts';
import { AppFailure, fail, ok, type AppError, type Result } from '../../shared/ipc/result.ts';
import { redact } from '../../shared/vault/redact.ts';
import { asWrite } from '../core/session/write-scope.ts';
import type { Handlers } from '../core/platform.ts';
import { isUnacceptable, limitOf } from './measure.ts';

/** Checks an input and takes it over; one a call. */
export type Schemas = { readonly [N in CallName]: (input: unknown) => Result<Input<N>> };

export interface CallTable {
  readonly schemas: Schemas;
  readonly handlers: Handlers;
  /** Why a well-formed call is refused as things stand (the app or its session is locked); undefined where it is not. */
  readonly refuse: (name: CallName, input: unknown) => AppError | undefined;
  /** Keeps what a changing call works on until it has ended, lock or no lock; answers what lets it go. */
  readonly keep: (input: unknown) => () => void;
}

export interface RunnerOptions {
  /** Loads schemas and handlers once; called at the first call at the latest. */
  readonly table: () => Promise<CallTable>;
  readonly log: (line: string) => void;
  /** Calls whose answer exists once: neither a cancel nor the end of the renderer aborts them. */
  readonly uncancellable: ReadonlySet<CallName>;
  /** Calls that change something: a person's cancel aborts them, the end of the page does not. */
  readonly writes: ReadonlySet<CallName>;
}

export interface CallRunner {
  readonly run: (
    name: CallName,
    input: unknown,
    callId: unknown,
    askerId: number,
  ) => Promise<Result<unknown>>;
  readonly cancel: (callId: unknown, askerId: number) => void;
  /** The asker's page is gone or another: aborts what it had under way and only read. */
  readonly abandon: (askerId: number) => void;
}

interface UnderWay {
  readonly name: CallName;
  readonly abort: AbortController;
}

/** Makes the runner of a bridge. */
export function makeCallRunner(options: RunnerOptions): CallRunner {
  /** By asker, then by call id. */
  const underWay = new Map<number, Map<number, UnderWay>>();

  async function run(
    name: CallName,
    input: unknown,
    callId: unknown,
    askerId: number,
  ): Promise<Result<unknown>> {
    const startedMs = performance.now();
    const result = await answer(name, input, callId, askerId);
    const elapsedMs = (performance.now() - startedMs).toFixed(1);
    options.log(`call ${name} ${elapsedMs} ms ${result.ok ? 'ok' : result.error.kind}`);
    return result;
  }

  async function answer(
    name: CallName,
    input: unknown,
    callId: unknown,
    askerId: number,
  ): Promise<Result<unknown>> {
    const calls = underWay.get(askerId) ?? new Map<number, UnderWay>();
    if (typeof callId !== 'number' || !Number.isSafeInteger(callId) || calls.has(callId)) {
      return fail(invalidInput(name, 'its call id is not a new whole number'));
    }
    const limitBytes = limitOf(name);
    const unacceptable = isUnacceptable(input, limitBytes);
    if (unacceptable !== undefined) {
      const why =
        unacceptable === 'too-large'
          ? `its input is larger than ${limitBytes} bytes`
          : 'its input is not plain data';
      return fail(invalidInput(name, why));
    }
    const abort = new AbortController();
    calls.set(callId, { name, abort });
    underWay.set(askerId, calls);
    try {
      return await handle(name, await options.table(), input, abort.signal);
    } catch (error) {
      return fail(asAppError(name, error, options.log));
    } finally {
      calls.delete(callId);
      if (calls.size === 0 && underWay.get(askerId) === calls) underWay.delete(askerId);
    }
  }

  async function handle<N extends CallName>(
    name: N,
    { schemas, handlers, refuse, keep }: CallTable,
    input: unknown,
    signal: AbortSignal,
  ): Promise<Result<Output<N>>> {
    const parsed = schemas[name](input);
    if (!parsed.ok) return parsed;
    const patient = options.uncancellable.has(name);
    if (signal.aborted && !patient) return fail(cancelled());
    const refused = refuse(name, parsed.value);
    if (refused !== undefined) return fail(refused);
    const context = { signal: patient ? new AbortController().signal : signal };
    const work = (): Output<N> | Promise<Output<N>> => handlers[name](parsed.value, context);
    if (patient || options.writes.has(name)) {
      const release = keep(parsed.value);
      try {
        return ok(await asWrite(work));
      } finally {
        release();
      }
    }
    const value = await work();
    // Locked meanwhile: what was read is for nobody.
    const late = refuse(name, parsed.value);
    return late === undefined ? ok(value) : fail(late);
  }

  return {
    run,
    cancel: (callId, askerId) => {
      if (typeof callId === 'number') underWay.get(askerId)?.get(callId)?.abort.abort();
    },
    abandon: (askerId) => {
      for (const { name, abort } of underWay.get(askerId)?.values() ?? [])
        if (!options.writes.has(name)) abort.abort();
      // The next page counts its calls from the beginning.
      underWay.delete(askerId);
    },
  };
}

/** An exception as a value: what an `AppFailure` carries, `cancelled` for an abort, else `internal` with a redacted text. */
function asAppError(name: CallName, error: unknown, log: (line: string) => void): AppError {
  if (error instanceof AppFailure) return error.error;
  if (error instanceof Error && error.name === 'AbortError') return cancelled();
  const message = redact(error instanceof Error ? error.message : String(error));
  log(`call ${name} failed inside: ${redact(error instanceof Error ? (error.stack ?? message) : message)}`);
  return {
    kind: 'internal',
    message: `Strongroom could not finish this (${name}): ${message}`,
    hint: 'This is a fault of the app, not of the server. The log has the details.',
  };
}

function invalidInput(name: CallName, why: string): AppError {
  return { kind: 'invalid-input', message: `The call ${name} was refused: ${why}.` };
}

function cancelled(): AppError {
  return { kind: 'cancelled', message: 'Cancelled.' };
}
