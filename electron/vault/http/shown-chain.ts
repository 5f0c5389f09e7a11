/** Certificates of a server that was not accepted. */
import type { X509Certificate } from 'node:crypto';
import { connect as tlsConnect } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { peerCertificates } from './certificate.ts';
import { bareHost } from './address.ts';
import { openTunnel } from './tunnel.ts';

export interface ChainLook {
  readonly secureContext: SecureContext;
  readonly serverName: string | undefined;
  readonly proxy: string | undefined;
  readonly timeoutMs: number;
}

/**
 * Reads the chain over a connection of its own, without verification: it sends no byte of a request and is cut as
 * soon as the certificates are known. Empty if the server shows none.
 */
export async function readShownChain(
  origin: string,
  { secureContext, serverName, proxy, timeoutMs }: ChainLook,
): Promise<readonly X509Certificate[]> {
  const url = new URL(origin);
  const host = bareHost(url.hostname);
  const port = url.port === '' ? 443 : Number(url.port);
  const tunnel = proxy === undefined ? undefined : await openTunnel(proxy, host, port, timeoutMs);
  return new Promise((resolve) => {
    const socket = tlsConnect({
      ...(tunnel === undefined ? { host, port } : { socket: tunnel }),
      servername: serverName ?? (/^[\d.]+$|:/.test(host) ? '' : host),
      secureContext,
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
      timeout: timeoutMs,
    });
    const end = (shown: readonly X509Certificate[]): void => {
      socket.destroy();
      resolve(shown);
    };
    socket.once('secureConnect', () => {
      end(peerCertificates(socket));
    });
    socket.once('error', () => {
      end([]);
    });
    socket.once('timeout', () => {
      end([]);
    });
    socket.once('close', () => {
      end([]);
    });
  });
}
