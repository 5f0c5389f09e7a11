import { useEffect, useState } from 'react';

let said = { text: '', times: 0 };
const listeners = new Set<() => void>();

/** Announces a text to screen readers, politely. A repeated text is announced again. */
export function announce(words: string): void {
  said = { text: words, times: said.times + 1 };
  for (const listener of listeners) listener();
}

/**
 * The only live region of the window. Its state is React's, because an external store draws at once: what else the same
 * answer changes would be on screen in part.
 */
export function Announce() {
  const [{ text, times }, setSaid] = useState(said);
  useEffect(() => {
    const listener = (): void => setSaid(said);
    listener();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return (
    <div role="status" aria-live="polite" data-reader-only>
      {/* Keyed element: screen readers announce a new element even if its text is the same. */}
      <span key={times}>{text}</span>
    </div>
  );
}
