/** Clients of a cluster's nodes: one per node, so that a hanging node blocks no connection of another. */
import type { ClientOptions, VaultClient } from '../../vault/http/types.ts';
import type { Contact } from '../gates/contact.ts';
import { notContacted } from '../gates/contact.ts';
import { openClient } from '../gates/open-client.ts';

export interface NodeClientsParts {
  readonly contact: Pick<Contact, 'nodeOf'>;
  readonly guard: (client: VaultClient) => VaultClient;
}

/** A connection in use never ends by itself: it is replaced after this time, to see a renewed certificate. */
const RENEWED_MS = 60_000;

export class NodeClients {
  readonly #parts: NodeClientsParts;
  readonly #use: 'with-token' | 'health';
  readonly #renewedMs: number;
  #of: ClientOptions | undefined;
  readonly #open = new Map<string, { readonly client: Promise<VaultClient>; readonly sinceMs: number }>();

  /** `with-token`: a token goes there, so each new connection is first checked to lead to the same cluster. */
  constructor(parts: NodeClientsParts, use: 'with-token' | 'health' = 'health', renewedMs = RENEWED_MS) {
    this.#parts = parts;
    this.#use = use;
    this.#renewedMs = renewedMs;
  }

  /** Returns a node's client, made on first use. `options`: of the connection; another object closes all clients. */
  client(options: ClientOptions, address: string): Promise<VaultClient> {
    if (options !== this.#of) this.close();
    this.#of = options;
    const known = this.#open.get(address);
    const nowMs = performance.now();
    if (known !== undefined && nowMs - known.sinceMs < this.#renewedMs) return known.client;
    if (known !== undefined) end(known.client);
    const client = this.#make(options, address);
    this.#open.set(address, { client, sinceMs: nowMs });
    return client;
  }

  /** Closes all; calls in flight run to their end. */
  close(): void {
    for (const { client } of this.#open.values()) end(client);
    this.#open.clear();
    this.#of = undefined;
  }

  async #make(options: ClientOptions, address: string): Promise<VaultClient> {
    const node = this.#parts.contact.nodeOf(options, address);
    if (node === undefined) throw notContacted(address);
    if (this.#use === 'with-token') return openClient(node.place, node.options, this.#parts.guard);
    // The cluster need not be checked first: no token is sent, and the answer identifies it.
    const { cluster: _, work: __, ...asked } = node.options;
    return openClient(node.place, { ...asked, namespace: '' }, this.#parts.guard);
  }
}

/** Lets calls in flight run to their end; a client that was never opened has nothing to close. */
function end(opening: Promise<VaultClient>): void {
  // The caller that opened it already got the error.
  void opening.then((client) => client.close()).catch(() => undefined);
}
