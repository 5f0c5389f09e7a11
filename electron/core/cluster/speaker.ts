/**
 * The node that speaks for a cluster: the connection's own, or while that does not answer or is sealed the next
 * confirmed one. Each connection to another node is first checked to lead to the same cluster; a token goes to no
 * other.
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

/** Options of the connection, and the address of the node that speaks. */
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
      // The session learns that its token is invalid, but must not take other errors of another node for its own.
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
    if (id === '') throw notContacted(address, 'Its cluster is unknown.');
    const client = await this.#clients.client(options, address);
    return work({ ...at, caller: { ...at.caller, client }, anonymous: { ...at.anonymous, client } });
  }

  /** Closes the connections to other nodes; calls in flight run to their end. */
  close(): void {
    this.#clients.close();
  }
}
