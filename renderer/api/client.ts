/**
 * The only renderer file that touches `window.strongroom`. Screens use the query options of this folder instead of
 * the bridge. A failed call becomes an `AppFailure` here, because the query library handles errors only as
 * exceptions; this is the renderer's single place where a `Result` is unwrapped.
 */
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type {
  Bridge,
  CallName,
  EventCrossing,
  EventName,
  Events,
  Input,
  Output,
} from '../../shared/ipc/contract.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';

declare global {
  interface Window {
    readonly strongroom: Bridge;
  }
}

let lastCallId = 0;
let origin: 'none' | 'screen' | 'user' = 'none';

/**
 * Makes one call over the bridge. Throws `AppFailure` for every failure; aborting `signal` tells main to stop and
 * fails the call with kind `cancelled`.
 */
export async function call<N extends CallName>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  if (signal?.aborted === true) throw new AppFailure(cancelled());
  const callId = ++lastCallId;
  const stop = (): void => window.strongroom.cancel(callId);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const result = await window.strongroom.call(name, input, callId, origin === 'screen');
    if (!result.ok) throw new AppFailure(result.error);
    return ('json' in result ? JSON.parse(result.json) : result.value) as Output<N>;
  } catch (caught) {
    throw caught instanceof AppFailure ? caught : new AppFailure(unexpected(caught));
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

type Family = CallName extends infer N ? (N extends `${infer F}.${string}` ? F : never) : never;

/** Every call by family and method; aborting the signal cancels it. */
type Vault = {
  readonly [F in Family]: {
    readonly [N in CallName as N extends `${F}.${infer M}` ? M : never]: (
      input: Input<N>,
      signal?: AbortSignal,
    ) => Promise<Output<N>>;
  };
};

/** The contract's calls as functions, e.g. `vault.quota.delete({ sessionId, kind, name })`. */
export const vault = byName((family) =>
  byName(
    (method) => (input: Input<CallName>, signal?: AbortSignal) =>
      call(`${family}.${method}` as CallName, input, signal),
  ),
) as Vault;

function byName(make: (name: string) => unknown): unknown {
  return new Proxy({}, { get: (_nothing, name) => make(String(name)) });
}

/** Options of a read that differ from the cache's own. */
type Timing<N extends CallName> = Pick<
  UseQueryOptions<Output<N>>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnMount' | 'staleTime'
>;

/** Options to read one call, e.g. `query('quota.list', { sessionId, kind })`. */
export function query<N extends CallName>(name: N, input: Input<N>, timing?: Timing<N>) {
  return queryOptions({
    queryKey: [...cacheKey(input, name), input],
    queryFn: ({ signal }) => call(name, input, signal),
    ...timing,
  });
}

/**
 * Prefix of the cache keys of a session, a server without login or the app (`{}`), of one of its families, or of one
 * call with any input.
 */
export function cacheKey(subject: object, name?: Family | CallName): readonly unknown[] {
  return [...subjectOf(subject), ...(name?.split('.') ?? [])];
}

function subjectOf(input: object): readonly string[] {
  if ('where' in input && typeof input.where === 'object' && input.where !== null)
    return subjectOf(input.where);
  if ('sessionId' in input && typeof input.sessionId === 'string') return ['session', input.sessionId];
  return 'target' in input ? ['server', JSON.stringify(input.target)] : ['app'];
}

/** Runs a screen's own read: main sends nothing for its calls that costs a token a use, unless in `asByUser`. */
export function byItself<T>(read: () => T): T {
  return origin === 'user' ? read() : from('screen', read);
}

/** Runs what the user has just asked for. The calls must be made at once, before anything is awaited. */
export function asByUser<T>(work: () => T): T {
  return from('user', work);
}

function from<T>(who: typeof origin, work: () => T): T {
  const before = origin;
  origin = who;
  try {
    return work();
  } finally {
    origin = before;
  }
}

type Listener = (payload: unknown) => void;

const listeners = new Map<EventName, Set<{ readonly hear: Listener }>>();
/** Bridge that has been subscribed to: once, so that each event crosses once. */
let subscribed: Bridge | undefined;

/** Listens to one event of main; the returned function unsubscribes. */
export function on<N extends EventName>(event: N, listener: (payload: Events[N]) => void): () => void {
  if (subscribed !== window.strongroom) {
    subscribed = window.strongroom;
    subscribed.on(pass);
  }
  const ofEvent = listeners.get(event) ?? new Set();
  listeners.set(event, ofEvent);
  const one = { hear: listener as Listener };
  ofEvent.add(one);
  return () => void ofEvent.delete(one);
}

function pass<N extends EventName>(name: N, heard: EventCrossing<Events[N]>): void {
  const ofEvent = listeners.get(name);
  if (ofEvent === undefined || ofEvent.size === 0) return;
  const payload: unknown = 'json' in heard ? JSON.parse(heard.json) : heard;
  for (const { hear } of [...ofEvent]) hear(payload);
}

/** Converts a caught query or mutation error to an `AppError`. */
export function appErrorOf(caught: unknown): AppError {
  return caught instanceof AppFailure ? caught.error : unexpected(caught);
}

function cancelled(): AppError {
  return { kind: 'cancelled', message: 'The call was cancelled before it was made.' };
}

function unexpected(caught: unknown): AppError {
  const message = caught instanceof Error ? caught.message : 'Something failed without saying what.';
  return { kind: 'internal', message };
}
