/**
 * When a call ends before its answer: its time is up, or its caller cancels. One timer and one listener a call; an abort
 * signal of its own is made only for who waits by one, because most calls end before anybody does.
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

  /** Told when the call ends, at once where it has; one listener at a time, undefined for none. */
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
