/**
 * Identity of a place: everything that decides where bytes go, who is trusted there and what is sent along by
 * default. It is taken from the options that a client is really made of (certificates by their content, the proxy in
 * force), not from the input, so that an exchanged file or a changed environment makes another place.
 */
import { createHash } from 'node:crypto';
import type { ClientOptions } from '../../vault/http/types.ts';

/** Equal for two clients that lead to the same place. A hash: no header value can be read from it. */
export function placeKey(options: ClientOptions): string {
  const { address, proxy, tls, confirmedOrigins, headers = [] } = options;
  const own = tls.pkcs12 ?? tls.certificate;
  return hashOf(
    JSON.stringify([
      address,
      // The proxy's user name and password come from the environment and go to the proxy alone.
      proxy === undefined ? '' : new URL(proxy).origin,
      [[...tls.ca].sort(), tls.useSystemStore, tls.serverName ?? '', tls.skipVerify],
      own === undefined ? '' : hashOf(own),
      headers.map(({ name, value }) => [name.toLowerCase(), value]),
      [...confirmedOrigins].sort(),
    ]),
  );
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}
