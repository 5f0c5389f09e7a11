/**
 * The connections of one client: a line for requests without a secret, and one for those with a secret, which goes
 * only to a certificate that the user has seen.
 */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { endpointOf } from './address.ts';
import { makeConnector } from './connector.ts';
import type { Connector } from './connector.ts';
import { makeLine, unseenCertificate } from './line.ts';
import type { Line, SeenCertificate } from './line.ts';
import { isPlainlyProxied, prepare, throughProxy } from './prepare.ts';
import { askSameCluster, connectionQuery } from './same-cluster.ts';
import type { ClientOptions } from './types.ts';

export interface ClientLines {
  readonly plain: Line;
  /** The same as `plain`, unless the user alone verifies certificates. */
  readonly careful: Line;
  /** Leaf first; from the latest accepted TLS connection. */
  readonly peerChain: Connector['peerChain'];
  readonly shownChain: Connector['shownChain'];
  /** Checks every connection anew: a gateway can pass the next request on to another server. */
  readonly renew: () => void;
  readonly close: () => Promise<void>;
}

/** Makes the lines; opens nothing until the first request. */
export function makeLines(
  options: ClientOptions,
  connectTimeoutMs: number,
  seen: SeenCertificate | undefined,
): ClientLines {
  const { origin: home, socketPath } = endpointOf(options.address);
  const settings = {
    socketPath,
    tls: options.tls,
    proxy: options.proxy,
    connectTimeoutMs,
    check: clusterCheck(options, connectTimeoutMs),
  };
  const open = makeConnector(settings);
  const careful =
    seen === undefined || !options.tls.skipVerify
      ? open
      : makeConnector({
          ...settings,
          refuse: (origin, leaf) => unseenCertificate(home, origin, leaf, seen),
        });
  const plainLine = makeLine(open);
  const carefulLine = careful === open ? plainLine : makeLine(careful);
  const lines = new Set([plainLine, carefulLine]);
  return {
    plain: plainLine,
    careful: carefulLine,
    // Health carries no secret and is asked before a certificate is shown, so the open line has the latest chain.
    peerChain: (): readonly X509Certificate[] => {
      const chain = open.peerChain();
      return chain.length > 0 ? chain : careful.peerChain();
    },
    shownChain: open.shownChain,
    renew: () => {
      if (options.cluster === undefined) return;
      for (const line of lines) line.renew();
    },
    close: async () => {
      await Promise.all([...lines].map((line) => line.close()));
    },
  };
}

/** Makes the check that a new connection leads to the cluster that the client has met. */
function clusterCheck(
  options: ClientOptions,
  timeoutMs: number,
): (socket: Socket, reached: string) => Promise<'usable' | 'spent'> {
  const { origin: home } = endpointOf(options.address);
  const pathBefore = (origin: string): string =>
    [options.address, ...options.confirmedOrigins].map(endpointOf).find((one) => one.origin === origin)
      ?.basePath ?? '';
  return async (socket, reached) => {
    const met = options.cluster;
    if (met === undefined || met.id === '') return 'usable';
    const prepared = prepare(options, { method: 'GET', path: 'sys/health', query: connectionQuery });
    // A connection to a plain proxy leads to any server behind it: the check is about this client's own server.
    const origin = isPlainlyProxied(options.proxy, home) ? home : reached;
    const { path, headers } = throughProxy(
      options.proxy,
      { origin, path: pathBefore(origin) + prepared.path },
      prepared.headers,
    );
    const host = new URL(origin).host;
    const question = { origin, path, headers: { host, ...headers }, timeoutMs };
    return askSameCluster(socket, question, met);
  };
}
