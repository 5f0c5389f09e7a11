import { createContext } from 'react';

/**
 * How components copy a text that is no secret. The app provides it, because the clipboard belongs to main and `ui/`
 * knows no bridge.
 */
export const CopyContext = createContext<(text: string) => Promise<void>>(() =>
  Promise.reject(new Error('Nothing here can copy.')),
);
