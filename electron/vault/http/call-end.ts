/**
 * End of a call before its answer: its time is up, or its caller cancels. One timer and one listener per call; an
 * abort signal of its own is made only on demand, because most calls need none.
 */
export class CallEnd {
  readonly #deadline: number;
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  #controller: AbortController | undefined;
  #listener: (() => void) | undefined;
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

  /** Fires when the call has ended. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Called when the call ends, at once if it has; one listener at a time, undefined for none. */
  set listener(listener: (() => void) | undefined) {
    this.#listener = listener;
    if (this.reason !== undefined) listener?.();
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
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.#controller?.abort();
    this.#listener?.();
  }
}
