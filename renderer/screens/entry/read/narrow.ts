import { useSyncExternalStore } from 'react';

/** Below this width of the window, in px, the details lie over the keys instead of beside them. */
const query = '(max-width: 1099px)';

/** True if the window is too narrow for two panes beside the tree. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

function subscribe(listener: () => void): () => void {
  if (typeof window.matchMedia !== 'function') return () => undefined;
  const list = window.matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

function isNarrow(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia(query).matches;
}
