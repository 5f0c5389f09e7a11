import { useSyncExternalStore } from 'react';

let said = { text: '', times: 0 };
const listeners = new Set<() => void>();

/** Announces a text to screen readers, politely. A repeated text is announced again. */
export function announce(words: string): void {
  said = { text: words, times: said.times + 1 };
  for (const listener of listeners) listener();
}

/** The only live region of the window. */
export function Announce() {
  const { text, times } = useSyncExternalStore(subscribe, latest, latest);
  return (
    <div role="status" aria-live="polite" data-reader-only>
      {/* Keyed element: screen readers announce a new element even if its text is the same. */}
      <span key={times}>{text}</span>
    </div>
  );
}

function latest() {
  return said;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
