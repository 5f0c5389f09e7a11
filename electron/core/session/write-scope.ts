/**
 * Scope of one changing call, from its first request to its last. It keeps the client and token for that call: a lock
 * or a close drops them for all others at once, while the call under way still completes. Half a rename would be
 * worse than a token that lives a second longer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<WriteScope>();

/** Clients and tokens that one call can still use. */
export class WriteScope {
  /** Settles when the call has ended, even by an error. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  readonly #cached = new Map<object, unknown>();

  constructor() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.ended = promise;
    this.end = () => {
      this.#cached.clear();
      resolve(undefined);
    };
  }

  /** The value kept for `owner`; else the result of `now`, which is kept from here on. */
  keep<T extends object>(owner: object, now: () => T): T {
    const cached = this.#cached.get(owner) as T | undefined;
    if (cached !== undefined) return cached;
    const transport = now();
    this.#cached.set(owner, transport);
    return transport;
  }
}

/** Runs a changing call, all of whose requests belong together. */
export async function asWrite<T>(work: () => T | Promise<T>): Promise<T> {
  const scope = new WriteScope();
  try {
    return await current.run(scope, work);
  } finally {
    scope.end();
  }
}

/** The changing call of the running code, if any. */
export function currentWrite(): WriteScope | undefined {
  return current.getStore();
}

/** Runs a timer's work outside of the changing call that set the timer. */
export function outsideWrites<T>(work: () => T): T {
  return current.exit(work);
}
