/**
 * Clock of the server that a part of the window shows. Times set by the server (created, expires, deleted) are shown
 * relative to it, so that all screens agree on a token or version, however wrong this machine's clock is.
 */
import { createContext, useContext } from 'react';
import { RelativeTime } from './time.tsx';

/** Milliseconds by which the server's clock is ahead of this machine's; default 0. */
export const ServerClock = createContext(0);

/** The server's time at this render, in milliseconds since 1970. */
export function useServerNow(): number {
  const aheadMs = useContext(ServerClock);
  return Date.now() + aheadMs;
}

/** A time set by the server, relative to the server's clock. */
export function ServerTime({ iso }: { readonly iso: string }) {
  return <RelativeTime iso={iso} aheadMs={useContext(ServerClock)} />;
}
