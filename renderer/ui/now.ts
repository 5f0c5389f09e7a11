/** One clock for all moving numbers: a single timer, and a component renders only when what it shows has changed. */
import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** What `read` says about now (milliseconds since 1970), looked at once a second. `read` must answer a primitive. */
export function useNow<T extends string | number | boolean>(read: (nowMs: number) => T): T {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => read(Math.floor(Date.now() / 1000) * 1000), [read]),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function tick(): void {
  for (const listener of listeners) listener();
}
