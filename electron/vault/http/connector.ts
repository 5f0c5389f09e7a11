/**
 * Makes the sockets of one client: plain or TLS, direct or through a tunnel. Verification is decided here and nowhere
 * else: `rejectUnauthorized` is always set (left out, `NODE_TLS_REJECT_UNAUTHORIZED=0` in the environment would
 * switch it off), sessions are not resumed, so every connection verifies its certificate, and HTTP/2 is not offered.
 */
import type { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { bareHost } from './address.ts';
import { peerCertificates } from './certificate.ts';
import { WeakCertificate, weakIn } from './certificate-strength.ts';
import { readShownChain } from './shown-chain.ts';
import { secureContextFor } from './tls-context.ts';
import { openTunnel } from './tunnel.ts';
import type { TlsMaterial } from './types.ts';

export interface Connector {
  readonly connect: buildConnector.connector;
  /** Connects without the check of the cluster. */
  readonly connectUnasked: buildConnector.connector;
  /** Leaf first; from the latest accepted TLS connection. */
  readonly peerChain: () => readonly X509Certificate[];
  /**
   * Chain of a server that was not accepted: a second connection, without verification, sends no byte of a request
   * and is cut as soon as the certificates are known. Empty if the server showed none.
   */
  readonly shownChain: (origin: string, timeoutMs: number) => Promise<readonly X509Certificate[]>;
}

export interface ConnectorSettings {
  readonly tls: TlsMaterial;
  readonly proxy: string | undefined;
  /** Every connection leads to this socket of the machine. */
  readonly socketPath?: string | undefined;
  readonly connectTimeoutMs: number;
  /** Checks that a new connection can be used; see `same-cluster.ts`. Absent: no check. */
  readonly check?: (socket: Socket, origin: string) => Promise<'usable' | 'spent'>;
  /** Returns the reason to refuse a server with this certificate; called before a byte is sent. */
  readonly refuse?: ((origin: string, leaf: X509Certificate | undefined) => Error | undefined) | undefined;
}

/**
 * Makes the connector of one client. `proxy`: already decided; `connectTimeoutMs` applies to TCP, tunnel and TLS
 * each.
 */
export function makeConnector(settings: ConnectorSettings): Connector {
  const { tls, proxy, socketPath, connectTimeoutMs, check, refuse } = settings;
  let context: SecureContext | undefined;
  let chain: readonly X509Certificate[] = [];
  const secureContext = (): SecureContext => (context ??= secureContextFor(tls));
  const proxyUrl = proxy === undefined ? undefined : new URL(proxy);

  const shared = { allowH2: false, maxCachedSessions: 0, timeout: connectTimeoutMs };
  const plain = buildConnector({ ...shared, ...(socketPath === undefined ? {} : { socketPath }) });
  let toServer: buildConnector.connector | undefined;
  let toSecureProxy: buildConnector.connector | undefined;

  const accepted = (socket: TLSSocket, shown: readonly X509Certificate[]): void => {
    chain = shown;
    // A TLS 1.3 server refuses a client certificate after our side is done. Node only emits that alert; otherwise
    // only the end of the stream right behind it would be reported.
    socket.on('error', (error: Error) => {
      socket.destroy(error);
    });
  };

  const connectUnasked: buildConnector.connector = (options, callback) => {
    // A plain request through a proxy goes to the proxy itself, which must not see this connection's certificate.
    if (proxyUrl !== undefined && isAt(options, proxyUrl)) {
      if (options.protocol !== 'https:') return plain(options, callback);
      toSecureProxy ??= buildConnector({ ...shared, rejectUnauthorized: true });
      return toSecureProxy({ ...options, servername: proxyUrl.hostname }, callback);
    }
    if (options.protocol !== 'https:') return plain(options, callback);
    try {
      toServer ??= buildConnector({
        ...shared,
        secureContext: secureContext(),
        rejectUnauthorized: !tls.skipVerify,
      });
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    const secure = toServer;
    const finish = (socketOptions: buildConnector.Options): void => {
      secure(socketOptions, (...result) => {
        const socket = result[1];
        if (socket instanceof TLSSocket) {
          // Read once: a second read returns nothing.
          const shown = peerCertificates(socket);
          const weak = tls.skipVerify ? undefined : weakIn(shown);
          if (weak !== undefined) {
            socket.destroy();
            callback(new WeakCertificate(weak.weakness), null);
            return;
          }
          const refused = refuse?.(originOf(options), shown[0]);
          if (refused !== undefined) {
            socket.destroy();
            callback(refused, null);
            return;
          }
          accepted(socket, shown);
        }
        callback(...result);
      });
    };
    const named = tls.serverName === undefined ? options : { ...options, servername: tls.serverName };
    if (proxy === undefined) {
      finish(named);
      return;
    }
    openTunnel(proxy, bareHost(options.hostname), portOf(options), connectTimeoutMs).then(
      (socket) => {
        finish({ ...named, httpSocket: socket });
      },
      (error: unknown) => {
        callback(error as Error, null);
      },
    );
  };

  return {
    connect: check === undefined ? connectUnasked : checking(connectUnasked, check),
    connectUnasked,
    peerChain: () => chain,
    shownChain: async (origin, timeoutMs) =>
      readShownChain(origin, {
        secureContext: secureContext(),
        serverName: tls.serverName,
        proxy,
        timeoutMs,
      }),
  };
}

/** Adds the check to a connector. */
function checking(
  connectUnasked: buildConnector.connector,
  check: NonNullable<ConnectorSettings['check']>,
): buildConnector.connector {
  return (options, callback) => {
    connectUnasked(options, (...result) => {
      const socket = result[1];
      // undici leaves the socket out after a failure.
      if (!(socket instanceof Socket)) {
        callback(...result);
        return;
      }
      check(socket, originOf(options)).then(
        (outcome) => {
          if (outcome === 'usable') callback(null, socket);
          // The server closes after each answer: the next connection is as close to the checked one as possible.
          else connectUnasked(options, callback);
        },
        (error: unknown) => {
          socket.destroy();
          callback(error as Error, null);
        },
      );
    });
  };
}

function isAt(options: buildConnector.Options, url: URL): boolean {
  return (
    options.protocol === url.protocol &&
    bareHost(options.hostname) === bareHost(url.hostname) &&
    portOf(options) === portOf(url)
  );
}

function originOf({ protocol, host, hostname }: buildConnector.Options): string {
  return `${protocol}//${host ?? hostname}`;
}

function portOf(at: { readonly port?: string; readonly protocol: string }): number {
  return at.port === undefined || at.port === '' ? (at.protocol === 'https:' ? 443 : 80) : Number(at.port);
}
