/**
 * The servers that a whole run shares. Their facts travel as JSON in one environment variable from the global setup
 * to every worker. A test that seals, kills or fills a server starts its own.
 */
import { startMutualTlsVault, startTlsVault } from './configured.ts';
import { startDevVault } from './dev.ts';
import { startRaftCluster } from './raft.ts';
import type { Reachable } from './vault-api.ts';

const VARIABLE = 'STRONGROOM_TEST_SERVERS';

export interface SharedServers {
  readonly dev: Reachable;
  readonly tls: Reachable & { readonly ca: string; readonly caFile: string };
  readonly mutualTls: SharedServers['tls'] & { readonly certFile: string; readonly keyFile: string };
  readonly raft: Reachable & { readonly standbys: readonly { readonly address: string }[] };
}

/** The shared servers of this run; throws outside a run that started them. */
export function sharedServers(): SharedServers {
  const json = process.env[VARIABLE];
  if (json === undefined)
    throw new Error('The shared servers are started by the global set-up of the test run.');
  return JSON.parse(json) as SharedServers;
}

/** Starts all shared servers and publishes them to the workers; returns the function that stops them. */
export async function startSharedServers(): Promise<() => Promise<void>> {
  const running: { readonly stop: () => Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()));
  };
  const stoppedLater = async <T extends { readonly stop: () => Promise<void> }>(
    starting: Promise<T>,
  ): Promise<T> => {
    const server = await starting;
    running.push(server);
    return server;
  };
  const starting = [
    stoppedLater(startDevVault()),
    stoppedLater(startTlsVault()),
    stoppedLater(startMutualTlsVault()),
    stoppedLater(startRaftCluster()),
  ] as const;
  try {
    const [dev, tls, mutualTls, raft] = await Promise.all(starting);
    const shared: SharedServers = {
      dev: { address: dev.address, rootToken: dev.rootToken },
      tls: { address: tls.address, rootToken: tls.rootToken, ca: tls.ca, caFile: tls.caFile },
      mutualTls: {
        address: mutualTls.address,
        rootToken: mutualTls.rootToken,
        ca: mutualTls.ca,
        clientCertificate: mutualTls.clientCertificate,
        caFile: mutualTls.caFile,
        certFile: mutualTls.certFile,
        keyFile: mutualTls.keyFile,
      },
      raft: {
        address: raft.address,
        rootToken: raft.rootToken,
        standbys: raft.standbys.map(({ address }) => ({ address })),
      },
    };
    process.env[VARIABLE] = JSON.stringify(shared);
    return stop;
  } catch (error) {
    await Promise.allSettled(starting);
    await stop();
    throw error;
  }
}
