/** A user's phone: every push is held until a test decides it. */
import type { ServerResponse } from 'node:http';
import { until } from './seals.ts';

export type Decision = 'approved' | 'denied';

export interface Phone {
  /** Holds a request until a decision; undefined if the client disconnects first. */
  readonly push: (response: ServerResponse) => Promise<Decision | undefined>;
  /** Waits until a push is pending. */
  readonly pushed: () => Promise<void>;
  /** Decides the oldest push; waits until there is one. */
  readonly decide: (decision: Decision) => Promise<void>;
  /** Waits until a client has given up its push without a decision. */
  readonly givenUp: () => Promise<void>;
}

/** A phone without a pending push. */
export function newPhone(): Phone {
  const pending: ((decision: Decision) => void)[] = [];
  let gone = 0;
  const pushed = (): Promise<void> => until(() => Promise.resolve(pending.length > 0));
  return {
    push: (response) =>
      new Promise((resolve) => {
        pending.push(resolve);
        response.once('close', () => {
          const at = pending.indexOf(resolve);
          if (at < 0) return;
          pending.splice(at, 1);
          gone += 1;
          resolve(undefined);
        });
      }),
    pushed,
    decide: async (decision) => {
      await pushed();
      pending.shift()?.(decision);
    },
    givenUp: () => until(() => Promise.resolve(gone > 0)),
  };
}
