/**
 * A client and the calls in flight on it, so that it can be retired in order: reads are aborted at once, writes run
 * to their end, and only then are the connections closed and the client's key wiped.
 */
import type { VaultClient } from '../../vault/http/types.ts';

export class Wire {
  readonly client: VaultClient;
  readonly #reading = new Set<AbortController>();
  readonly #writing = new Set<Promise<void>>();

  constructor(client: VaultClient) {
    this.client = client;
  }

  /** Begins a call that can be aborted; its signal also fires when the wire is retired. Call `end` after it. */
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

  /** Registers a call that changes something; retiring waits for it. */
  write(ended: Promise<void>): void {
    if (this.#writing.has(ended)) return;
    this.#writing.add(ended);
    void ended.then(() => this.#writing.delete(ended));
  }

  /**
   * Retires the wire; settles when the last connection is closed. `keepKey`: another client made from the same
   * material still uses the key of the client certificate.
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
