import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Says something to readers of the screen, politely. The same text twice is said twice. */
export function announce(words: string): void {
  text = words === text ? `${words}\u00a0` : words;
  for (const listener of listeners) listener();
}

/** The one live region of the window. */
export function Announce() {
  const words = useSyncExternalStore(subscribe, () => text);
  return (
    <div role="status" aria-live="polite" data-reader-only>
      {words}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
