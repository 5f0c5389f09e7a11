/** Clients of servers without a login, kept open for a while after their last use. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { credentialsOfClient } from '../credentials/client-credentials.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { connect } from '../login/meeting.ts';
import type { Connected, MeetParts } from '../login/meeting.ts';
import type { PromptLook } from '../connection/prompt-look.ts';

interface UnauthenticatedConnection {
  readonly met: Promise<Connected>;
  /** Number of calls using it: the user can take any time to type a key share or a passphrase. */
  busy: number;
  /** Removes the client's credentials from the gates. */
  forget: () => void;
  timer?: NodeJS.Timeout;
}

export const IDLE_MS = 120_000;
const MOST_CONNECTIONS = 8;

export interface PoolParts extends MeetParts {
  readonly known: Pick<KnownCredentials, 'keep'>;
  readonly lookOf: (target: ConnectionTarget) => PromptLook;
}

export interface UnauthenticatedPool {
  /** Runs `work` with a server's client, which stays open meanwhile and for a while after. */
  readonly overConnection: <T>(
    target: ConnectionTarget,
    signal: AbortSignal | undefined,
    work: (client: Connected['client']) => Promise<T>,
  ) => Promise<T>;
  /** Closes every connection. */
  readonly endAll: () => void;
}

/** Makes an empty pool. */
export function createUnauthenticatedPool(parts: PoolParts, idleMs: number): UnauthenticatedPool {
  const connections = new Map<string, UnauthenticatedConnection>();

  function end(key: string, connection: UnauthenticatedConnection): void {
    clearTimeout(connection.timer);
    if (connections.get(key) === connection) connections.delete(key);
    connection.forget();
    // A connection that failed has nothing to close.
    void connection.met.then(({ client }) => client.close()).catch(() => undefined);
  }

  /** Ends the idle connection unused for the longest. Throws if all are in use. */
  function makeRoom(): void {
    if (connections.size < MOST_CONNECTIONS) return;
    const idle = [...connections].find(([, { busy }]) => busy === 0);
    if (idle !== undefined) return end(...idle);
    throw new AppFailure({
      kind: 'rate-limited',
      message: `${String(MOST_CONNECTIONS)} servers are being asked without a login. Nothing was sent to another one.`,
      hint: 'Wait until one of them has answered.',
    });
  }

  async function overConnection<T>(
    target: ConnectionTarget,
    signal: AbortSignal | undefined,
    work: (client: Connected['client']) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify(target);
    const known = connections.get(key);
    if (known === undefined) makeRoom();
    const now: UnauthenticatedConnection = known ?? {
      met: connect(target, parts, parts.lookOf(target), signal, 'any-state'),
      busy: 0,
      forget: () => undefined,
    };
    if (known === undefined) {
      connections.set(key, now);
      // The callers await the same promise and report the failure; this only makes room for the next attempt.
      now.met.catch(() => end(key, now));
      void now.met
        .then(({ client }) => {
          const forget = parts.known.keep(credentialsOfClient(client.options));
          // Ended before it was met.
          if (connections.get(key) === now) now.forget = forget;
          else forget();
        })
        .catch(() => undefined);
    }
    // Ordered by use: the first idle one is the oldest.
    connections.delete(key);
    connections.set(key, now);
    clearTimeout(now.timer);
    now.busy++;
    try {
      return await work((await now.met).client);
    } finally {
      now.busy--;
      if (now.busy === 0 && connections.get(key) === now) {
        now.timer = setTimeout(() => end(key, now), idleMs);
        now.timer.unref();
      }
    }
  }

  return {
    overConnection,
    endAll: () => {
      for (const [key, connection] of [...connections]) end(key, connection);
    },
  };
}
