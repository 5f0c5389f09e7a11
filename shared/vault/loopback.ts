/**
 * Addresses that never leave this machine. One definition for the proxy, the notice about plain HTTP, the sample
 * server and the browser: otherwise a token could travel in the clear unnoticed. Names below `.localhost` do not
 * count: a resolver can look them up, and Go's proxy rules (as in Vault's command line) do not count them either.
 */

/**
 * True if a normalised address (an origin as `URL.origin` writes it, or with a gateway's path; a socket) names this
 * machine by its form alone; names are not resolved.
 */
export function isLoopback(address: string): boolean {
  return /^(?:unix:\/\/\/|https?:\/\/(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})(?::\d+)?(?:\/|$))/.test(
    address,
  );
}

/**
 * True if a request leaves this machine unencrypted: plain HTTP to another host, or through a proxy on another host.
 * `proxy` empty: without a proxy.
 */
export function travelsInTheClear(origin: string, proxy = ''): boolean {
  if (!origin.startsWith('http:')) return false;
  return !isLoopback(origin) || (proxy !== '' && !isLoopback(proxy));
}
