/**
 * The node that speaks for a cluster: the connection's own, or while that does not answer or is not open the next one that a
 * person has confirmed. Each connection to another one is asked first whether it leads to the same cluster, and a token goes
 * to no other.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import { notContacted } from '../gates/contact.ts';
import type { At, UnauthenticatedConnections } from '../sessions/unauthenticated.ts';
import { NodeClients } from './node-clients.ts';
import type { NodeClientsParts } from './node-clients.ts';

export interface SpeakerParts extends NodeClientsParts {
  readonly at: UnauthenticatedConnections['at'];
}

/** The options of the connection, and the address of the node that is to speak. */
export interface Spoken {
  readonly options: ClientOptions;
  readonly address: string;
}

type Work<T> = (at: At) => Promise<T>;

export class Speaker {
  readonly #parts: SpeakerParts;
  readonly #clients: NodeClients;

  constructor(parts: SpeakerParts) {
    this.#parts = parts;
    this.#clients = new NodeClients(parts, 'with-token');
  }

  /** Runs requests at that node. Rejects with `AppFailure`. */
  async at<T>(
    where: Where,
    { options, address }: Spoken,
    work: Work<T>,
    how: { readonly signal: AbortSignal; readonly unasked?: boolean },
  ): Promise<T> {
    if (address === options.address) return this.#parts.at(where, work, how);
    let settled: { readonly value: T } | { readonly failure: unknown } | undefined;
    const elsewhere = async (at: At): Promise<never> => {
      settled = await this.#run(at, { options, address }, work).then(
        (value) => ({ value }),
        (failure: unknown) => ({ failure }),
      );
      const error = 'failure' in settled ? asAppError(settled.failure) : undefined;
      // The session hears of its token, and takes nothing else of another node for a word about its own.
      throw new AppFailure(
        error?.kind === 'unauthenticated' ? error : { kind: 'cancelled', message: 'Asked at another node.' },
      );
    };
    await this.#parts.at(where, elsewhere, how).catch((failure: unknown) => {
      settled ??= { failure };
    });
    if (settled === undefined || 'failure' in settled) throw settled?.failure;
    return settled.value;
  }

  async #run<T>(at: At, { options, address }: Spoken, work: Work<T>): Promise<T> {
    const { id = '' } = options.cluster ?? {};
    if (id === '') throw notContacted(address, 'The cluster that it belongs to is not known.');
    const client = await this.#clients.client(options, address);
    return work({ ...at, caller: { ...at.caller, client }, anonymous: { ...at.anonymous, client } });
  }

  /** Closes the connections to other nodes; what is under way comes to its end. */
  close(): void {
    this.#clients.close();
  }
}
