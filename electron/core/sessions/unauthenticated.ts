/**
 * Servers that nobody has logged in to: looking up and opening a wrapping token, the seal, unsealing and the list of
 * login methods need an address and no session. A visited server's client is kept for a while, so that a passphrase is
 * not asked for with every look, and goes with a lock.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { connect, destinationFacts } from '../connection/connect.ts';
import type { Connected, ConnectParts } from '../connection/connect.ts';
import { credentialsOfClient } from '../credentials/client-credentials.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { Sessions } from './sessions.ts';
import { asAppError, redactError } from '../connection/trouble.ts';

/** Where something happens, and with whose right. */
export interface At {
  /** With the session's token; without one where nobody is logged in. */
  readonly caller: Caller;
  /** The same, without any token. */
  readonly anonymous: Caller;
  /** Absent on a visit. */
  readonly sessionId?: string;
  /** What the trusted view shows of where something is about to go. */
  readonly destination: () => DestinationFacts;
}

export interface Visits {
  /** Runs requests at a place. Rejects with `AppFailure`; `credentials` are taken out of its texts. */
  readonly at: <T>(
    where: Where,
    work: (at: At) => Promise<T>,
    options?: { readonly signal?: AbortSignal; readonly credentials?: readonly string[] },
  ) => Promise<T>;
  /** Closes every visited server's client. */
  readonly endAll: () => void;
}

interface Visit {
  readonly met: Promise<Connected>;
  /** How many are at it: a person may take as long as they like to type a key share or a passphrase. */
  busy: number;
  /** Lets the gates forget what the client speaks with. */
  forget: () => void;
  timer?: NodeJS.Timeout;
}

const KEPT_MS = 120_000;

/** Makes what visits servers; `sessions` are asked for where a place is one. */
export function createVisits(
  parts: ConnectParts & { readonly known: Pick<KnownCredentials, 'keep'> },
  sessions: () => Pick<Sessions, 'find' | 'get'>,
  keptMs = KEPT_MS,
): Visits {
  const visits = new Map<string, Visit>();

  function end(key: string, visit: Visit): void {
    clearTimeout(visit.timer);
    if (visits.get(key) === visit) visits.delete(key);
    visit.forget();
    void visit.met.then(({ client }) => client.close()).catch(() => undefined);
  }

  /** Runs `work` over the client of a server, which stays open meanwhile and for a while after. */
  async function visit<T>(
    { target }: Extract<Where, { target: unknown }>,
    signal: AbortSignal | undefined,
    work: (client: Connected['client']) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify(target);
    const known = visits.get(key);
    const now: Visit = known ?? {
      ...{ met: connect(target, parts, signal, 'any-state'), busy: 0 },
      forget: () => undefined,
    };
    if (known === undefined) {
      visits.set(key, now);
      now.met.catch(() => end(key, now));
      void now.met
        .then(({ client }) => {
          const forget = parts.known.keep(credentialsOfClient(client.options));
          // Ended before it was met.
          if (visits.get(key) === now) now.forget = forget;
          else forget();
        })
        .catch(() => undefined);
    }
    clearTimeout(now.timer);
    now.busy++;
    try {
      return await work((await now.met).client);
    } finally {
      now.busy--;
      if (now.busy === 0 && visits.get(key) === now) {
        now.timer = setTimeout(() => end(key, now), keptMs);
        now.timer.unref();
      }
    }
  }

  return {
    at: async (where, work, options = {}) => {
      const { signal, credentials = [] } = options;
      const withSignal = signal === undefined ? {} : { signal };
      try {
        if ('sessionId' in where) {
          const { sessionId } = where;
          const session = sessions().get(sessionId);
          const { place } = sessions().find(sessionId);
          return await session.run((caller) => {
            const anonymous: Caller = {
              client: caller.client,
              repeatable: true,
              ...(caller.signal === undefined ? {} : { signal: caller.signal }),
            };
            const destination = (): DestinationFacts => destinationFacts(caller.client, place.target, place);
            return work({ caller, anonymous, sessionId, destination });
          }, signal);
        }
        return await visit(where, signal, (client) => {
          const anonymous: Caller = { client, repeatable: true, ...withSignal };
          const look = {
            name: where.name === '' ? new URL(client.options.origin).host : where.name,
            colour: 'grey',
          };
          return work({
            caller: anonymous,
            anonymous,
            destination: () => destinationFacts(client, where.target, look),
          });
        });
      } catch (failure) {
        if (credentials.length === 0) throw failure;
        throw new AppFailure(redactError(asAppError(failure), credentials));
      }
    },
    endAll: () => {
      for (const [key, visit] of [...visits]) end(key, visit);
    },
  };
}
