/** The clients of a cluster's nodes: each node has its own, so that one that hangs holds no connection of another. */
import type { ClientOptions, VaultClient } from '../../vault/http/types.ts';
import type { Contact } from '../gates/contact.ts';
import { notContacted } from '../gates/contact.ts';
import { openClient } from '../gates/open-client.ts';

export interface NodeClientsParts {
  readonly contact: Pick<Contact, 'nodeOf'>;
  readonly guard: (client: VaultClient) => VaultClient;
}

/** A connection that is in use is never ended by itself: a renewed certificate is seen on a new one, this much later. */
const RENEWED_MS = 60_000;

export class NodeClients {
  readonly #parts: NodeClientsParts;
  readonly #use: 'with-token' | 'health';
  readonly #renewedMs: number;
  #of: ClientOptions | undefined;
  readonly #open = new Map<string, { readonly client: Promise<VaultClient>; readonly sinceMs: number }>();

  /** `with-token`: a token goes there, so each new connection is asked first whether it leads to the same cluster. */
  constructor(parts: NodeClientsParts, use: 'with-token' | 'health' = 'health', renewedMs = RENEWED_MS) {
    this.#parts = parts;
    this.#use = use;
    this.#renewedMs = renewedMs;
  }

  /** The client of a node, made with the first asking. `options`: of the connection; other ones than before end all clients. */
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

  /** Closes all; what is under way comes to its end. */
  close(): void {
    for (const { client } of this.#open.values()) end(client);
    this.#open.clear();
    this.#of = undefined;
  }

  async #make(options: ClientOptions, address: string): Promise<VaultClient> {
    const node = this.#parts.contact.nodeOf(options, address);
    if (node === undefined) throw notContacted(address);
    if (this.#use === 'with-token') return openClient(node.place, node.options, this.#parts.guard);
    // No token goes there, so that nothing has to be asked first of which cluster it is: its answer says it.
    const { cluster: _, work: __, ...asked } = node.options;
    return openClient(node.place, { ...asked, namespace: '' }, this.#parts.guard);
  }
}

/** What is under way comes to its end; a client that was never opened has nothing to close. */
function end(opening: Promise<VaultClient>): void {
  // Who asked for it has been told already why it did not open.
  void opening.then((client) => client.close()).catch(() => undefined);
}
