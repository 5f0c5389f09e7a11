/**
 * A client and what is under way on it, so that it can be taken out of use in order: reading ends at once, what changes
 * something comes to its end first, and only then are the connections closed and the client's key wiped.
 */
import type { VaultClient } from '../../vault/http/types.ts';

export class Wire {
  readonly client: VaultClient;
  readonly #reading = new Set<AbortController>();
  readonly #writing = new Set<Promise<void>>();

  constructor(client: VaultClient) {
    this.client = client;
  }

  /** Begins something that may be cut short; its signal also fires when the wire is retired. Call `end` after it. */
  read(signal: AbortSignal | undefined): { readonly signal: AbortSignal; readonly end: () => void } {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    this.#reading.add(abort);
    return {
      signal: abort.signal,
      end: () => {
        signal?.removeEventListener('abort', stop);
        this.#reading.delete(abort);
      },
    };
  }

  /** Notes a call that changes something; retiring waits for it. */
  write(ended: Promise<void>): void {
    if (this.#writing.has(ended)) return;
    this.#writing.add(ended);
    void ended.then(() => this.#writing.delete(ended));
  }

  /**
   * Takes the wire out of use; settles when the last connection is closed. `keepKey`: the key of the client certificate
   * lives on in another client made from the same material.
   */
  async retire(keepKey = false): Promise<void> {
    for (const abort of this.#reading) abort.abort();
    await Promise.all(this.#writing);
    await this.client.close();
    if (keepKey) return;
    const { key, pkcs12 } = this.client.options.tls;
    key?.fill(0);
    pkcs12?.fill(0);
  }
}
