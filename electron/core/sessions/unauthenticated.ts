/**
 * Connections to servers without a login: looking up and unwrapping a wrapping token, the seal, unsealing and the
 * list of login methods need only an address. The client is kept for a while, so that a passphrase is not asked for
 * every time, and is dropped by a lock.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { ClientOptions, TlsMaterial, VaultClient } from '../../vault/http/types.ts';
import type {
  DestinationFacts,
  TrustedAnswer,
  TrustedRequest,
} from '../../../shared/ipc/trusted-contract.ts';
import { addressOf } from '../connection/address.ts';
import { clientOptions, destinationFacts, readMaterial } from '../connection/connect.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { notContacted } from '../gates/contact.ts';
import type { AboutPlace } from '../gates/contact.ts';
import type { Sessions } from './sessions-parts.ts';
import { createUnauthenticatedPool, IDLE_MS } from './unauthenticated-pool.ts';
import type { PoolParts } from './unauthenticated-pool.ts';
import { asAppError, redactError } from '../connection/trouble.ts';

/** Place and callers of a request. */
export interface At {
  /** Uses the session's token; without a session it has none. */
  readonly caller: Caller;
  /** The same, without any token. */
  readonly anonymous: Caller;
  /** Absent without a session. */
  readonly sessionId?: string;
  /** Facts about the destination for the secure prompt. */
  readonly destination: () => DestinationFacts;
}

export interface UnauthenticatedConnections {
  /** Runs requests at a place. Rejects with `AppFailure`; `credentials` are redacted in its texts. */
  readonly at: <T>(
    where: Where,
    work: (at: At) => Promise<T>,
    options?: {
      readonly signal?: AbortSignal | undefined;
      readonly credentials?: readonly string[];
      /** Unattended: an unconfirmed place is refused (`cancelled`) without a question. */
      readonly unasked?: boolean;
    },
  ) => Promise<T>;
  /**
   * Asks a question that shows the place. For an unconfirmed place nothing is sent first and the answer is the
   * confirmation; else the prompt also shows the server's certificate.
   */
  readonly ask: (
    where: Where,
    requestOf: (destination: DestinationFacts) => TrustedRequest,
    signal?: AbortSignal,
  ) => Promise<TrustedAnswer>;
  /** Closes every connection. */
  readonly endAll: () => void;
}

/** A place that is not confirmed yet. */
interface Unmet {
  readonly options: ClientOptions;
  readonly about: AboutPlace;
}

export interface UnauthenticatedParts extends PoolParts {
  /** True if the values of a target's extra headers are available without a prompt. */
  readonly headersAtHand: (target: ConnectionTarget) => boolean;
}

/** Makes connections without a login; `sessions` resolves places that are sessions. */
export function createUnauthenticatedConnections(
  parts: UnauthenticatedParts,
  sessions: () => Pick<Sessions, 'find' | 'get'>,
  idleMs = IDLE_MS,
): UnauthenticatedConnections {
  const { overConnection, endAll } = createUnauthenticatedPool(parts, idleMs);

  /** Facts to confirm about a place; undefined if it is confirmed, or its key needs a passphrase first. */
  async function unconfirmed(target: ConnectionTarget): Promise<Unmet | undefined> {
    let tls: TlsMaterial;
    try {
      tls = await readMaterial(target, parts.files, undefined, parts.work);
    } catch (failure) {
      const error = asAppError(failure);
      if (error.kind === 'tls' && error.reason === 'client-key-encrypted') return undefined;
      throw failure;
    }
    const options = await clientOptions(target, parts, tls);
    if (parts.contact.confirmed(options) !== undefined) return undefined;
    const look = parts.lookOf(target);
    return { options, about: { facts: destinationFacts(options, target, look), look } };
  }

  const at: UnauthenticatedConnections['at'] = async (where, work, options = {}) => {
    const { signal, credentials = [], unasked = false } = options;
    try {
      if ('sessionId' in where) {
        const { sessionId } = where;
        const session = sessions().get(sessionId);
        const { place } = sessions().find(sessionId);
        return await session.run((caller) => {
          const anonymous: Caller = { client: caller.client, repeatable: true, signal: caller.signal };
          const destination = (): DestinationFacts => factsOf(caller.client, place.target, place.look);
          return work({ caller, anonymous, sessionId, destination });
        }, signal);
      }
      if (unasked && !parts.headersAtHand(where.target)) throw notContacted(addressOf(where.target.address));
      const unmet = unasked ? await unconfirmed(where.target) : undefined;
      if (unmet !== undefined) throw notContacted(unmet.options.address);
      return await overConnection(where.target, signal, (client) => {
        const anonymous: Caller = { client, repeatable: true, signal };
        return work({
          caller: anonymous,
          anonymous,
          destination: () => factsOf(client, where.target, parts.lookOf(where.target)),
        });
      });
    } catch (failure) {
      if (credentials.length === 0) throw failure;
      throw new AppFailure(redactError(asAppError(failure), credentials));
    }
  };

  return {
    at,
    ask: async (where, requestOf, signal) => {
      const unmet = 'target' in where ? await unconfirmed(where.target) : undefined;
      if (unmet === undefined) {
        const destination = await at(where, (met) => Promise.resolve(met.destination()), { signal });
        return parts.ask(requestOf(destination), signal);
      }
      const { options, about } = unmet;
      const { answer } = await parts.contact.agree(
        options,
        requestOf(parts.contact.told(options, about)),
        signal,
      );
      return answer;
    },
    endAll,
  };
}

function factsOf(client: VaultClient, target: ConnectionTarget, look: PromptLook): DestinationFacts {
  return destinationFacts(client.options, target, look, client.peerChain()[0]);
}
