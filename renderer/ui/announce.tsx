import { useSyncExternalStore } from 'react';

let said = { text: '', times: 0 };
const listeners = new Set<() => void>();

/** Says something to readers of the screen, politely. The same text twice is said twice. */
export function announce(words: string): void {
  said = { text: words, times: said.times + 1 };
  for (const listener of listeners) listener();
}

/** The one live region of the window. */
export function Announce() {
  const { text, times } = useSyncExternalStore(subscribe, () => said);
  return (
    <div role="status" aria-live="polite" data-reader-only>
      {/* An element of its own: readers say a new one also where the text is the same. */}
      <span key={times}>{text}</span>
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
