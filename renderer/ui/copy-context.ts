import { createContext } from 'react';

/**
 * Copy function for non-secret text. The app provides it, because the clipboard belongs to main and `ui/` does not
 * know the bridge.
 */
export const CopyContext = createContext<(text: string) => Promise<void>>(() =>
  Promise.reject(new Error('Nothing here can copy.')),
);
