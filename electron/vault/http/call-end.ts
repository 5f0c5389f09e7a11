/** When a call ends before its answer: its time is up, or its caller cancels. One timer and one listener a call. */
export class CallEnd {
  readonly #controller = new AbortController();
  readonly #deadline: number;
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  reason: 'cancelled' | 'timeout' | undefined;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#deadline = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => {
      this.#end('timeout');
    }, timeoutMs);
    this.#outer = outer;
    if (outer?.aborted === true) this.#end('cancelled');
    else outer?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  leftMs(): number {
    return this.#deadline - performance.now();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    this.#end('cancelled');
  };

  #end(reason: 'cancelled' | 'timeout'): void {
    this.reason ??= reason;
    this.#controller.abort();
  }
}
