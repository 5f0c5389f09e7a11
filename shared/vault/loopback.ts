/**
 * Which addresses never leave this machine. One answer for the proxy, the notice about plain HTTP, the sample server and
 * the browser: where they disagree, a token travels in the clear unsaid. Names below `.localhost` do not count: a
 * resolver may look them up, and Go's proxy rules (which Vault's command line follows) do not count them either.
 */

/**
 * True for an address in its normal form (an origin as `URL.origin` writes it, or with the path of a gateway; a socket)
 * of this machine by its very form; no name is looked up.
 */
export function isLoopback(address: string): boolean {
  return /^(?:unix:\/\/\/|https?:\/\/(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})(?::\d+)?(?:\/|$))/.test(
    address,
  );
}

/**
 * True where what is sent leaves this machine unencrypted: plain HTTP to elsewhere, or to anywhere through a proxy that
 * is elsewhere. `proxy` empty: none.
 */
export function travelsInTheClear(origin: string, proxy = ''): boolean {
  if (!origin.startsWith('http:')) return false;
  return !isLoopback(origin) || (proxy !== '' && !isLoopback(proxy));
}
