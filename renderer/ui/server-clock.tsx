/**
 * The clock of the server that a part of the window is about. Times that the server sets (created, expires, deleted) are told
 * against that clock, so that every screen says the same of one token or version, however wrong this machine's clock is.
 */
import { createContext, useContext } from 'react';
import { RelativeTime } from './time.tsx';

/** Milliseconds by which the server's clock is ahead of this machine's; 0 unless told. */
export const ServerClock = createContext(0);

/** The server's time at this render, in milliseconds since 1970. */
export function useServerNow(): number {
  const aheadMs = useContext(ServerClock);
  return Date.now() + aheadMs;
}

/** A time that the server has set, relative to the server's now. */
export function ServerTime({ iso }: { readonly iso: string }) {
  return <RelativeTime iso={iso} aheadMs={useContext(ServerClock)} />;
}
