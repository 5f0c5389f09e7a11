/**
 * One call that changes something, from its first request to its last. What it speaks with (client and token) is kept for
 * it alone: a lock or a close drops them for everybody else at once, and the call that is under way still comes to its
 * end. Half a rename would be worse than a token that lives a second longer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<WriteScope>();

/** What one call may still use of the sessions it had begun to speak with. */
export class WriteScope {
  /** Settles when the call has ended, however it ended. */
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

  /** What was kept for `owner`; else what `now` answers, which is kept from here on. */
  keep<T extends object>(owner: object, now: () => T): T {
    const cached = this.#cached.get(owner) as T | undefined;
    if (cached !== undefined) return cached;
    const transport = now();
    this.#cached.set(owner, transport);
    return transport;
  }
}

/** Runs a call that changes something, all of whose requests belong together. */
export async function asWrite<T>(work: () => T | Promise<T>): Promise<T> {
  const scope = new WriteScope();
  try {
    return await current.run(scope, work);
  } finally {
    scope.end();
  }
}

/** The changing call that the running code belongs to, if any. */
export function currentWrite(): WriteScope | undefined {
  return current.getStore();
}

/** Runs what a timer does as no part of the changing call that set the timer. */
export function outsideWrites<T>(work: () => T): T {
  return current.exit(work);
}
