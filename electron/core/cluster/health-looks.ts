/**
 * Health of clusters without a token: for the board of a locked app, and for notifications in the background. Each
 * confirmed node is asked for its health and its leader, and nothing else (`gates/health-only.ts`).
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { clientOptions, readMaterial } from '../connection/connect.ts';
import type { ConnectParts } from '../connection/connect.ts';
import { asAppError } from '../connection/trouble.ts';
import { healthOnly } from '../gates/health-only.ts';
import type { Session } from '../session/session.ts';
import { KnownCluster } from './known-cluster.ts';
import { lookAtNode } from './look.ts';
import type { Members } from './named-members.ts';
import { NodeClients } from './node-clients.ts';
import type { NodeClientsParts } from './node-clients.ts';

const NODE_TIMEOUT_MS = 3_000;
/** Time a look waits for silent nodes. */
const SETTLE_MS = 1_000;
/** Minimum time between looks, however often a page asks. */
const LEAST_MS = 2_000;

export interface HealthLooksParts extends NodeClientsParts, ConnectParts {
  /** Finds a session, locked or not, and its target. Throws `invalid-input` if it is not open. */
  readonly find: (sessionId: string) => {
    readonly session: Session;
    readonly place: { readonly target: ConnectionTarget };
  };
  /** True if the user wants to see the servers' health while the app is locked. */
  readonly mayLookWhileLocked: () => boolean;
}

export interface HealthLooks {
  /**
   * Looks at the nodes of a session once. Rejects with `locked` if it must not be asked now, `cancelled` if the place
   * is not confirmed. While a node does not answer, its last known state stands.
   */
  readonly look: (sessionId: string) => Promise<ClusterStatus | undefined>;
  /** Result of the latest look, without a request. */
  readonly known: (sessionId: string) => ClusterStatus | undefined;
  /** Takes the nodes that a watch has heard of. */
  readonly learn: (sessionId: string, members: Members) => void;
  /** Closes all connections; `forget`: drops the results too. */
  readonly end: (sessionId: string, forget: boolean) => void;
}

/** Makes it without asking any server yet. */
export function createHealthLooks(parts: HealthLooksParts): HealthLooks {
  const clusters = new Map<string, HealthOfCluster>();

  async function optionsOf(sessionId: string): Promise<ClientOptions> {
    const { session, place } = parts.find(sessionId);
    if (!session.locked) return session.client.options;
    if (!parts.mayLookWhileLocked())
      throw new AppFailure({ kind: 'locked', message: 'Strongroom is locked: no server is asked.' });
    return optionsWithoutCredentials(place.target, parts);
  }

  function healthOf(sessionId: string): HealthOfCluster {
    const cluster = clusters.get(sessionId) ?? new HealthOfCluster(parts);
    clusters.set(sessionId, cluster);
    return cluster;
  }

  return {
    look: async (sessionId) => {
      const options = await optionsOf(sessionId);
      return healthOf(sessionId).look(options);
    },
    known: (sessionId) => clusters.get(sessionId)?.known.status(),
    learn: (sessionId, members) => healthOf(sessionId).known.learn(members),
    end: (sessionId, forget) => {
      clusters.get(sessionId)?.close();
      if (forget) clusters.delete(sessionId);
    },
  };
}

/** Client options of a locked app: no extra headers and no client key, which are credentials like a token. */
async function optionsWithoutCredentials(
  target: ConnectionTarget,
  parts: ConnectParts,
): Promise<ClientOptions> {
  const { headers = [], tls } = target;
  if (headers.length > 0 || tls.clientCertificate !== undefined || tls.clientKey !== undefined)
    throw new AppFailure({
      kind: 'locked',
      message: 'Not asked while locked: this connection needs a client key or extra headers.',
    });
  return clientOptions(target, parts, await readMaterial(target, parts.files, undefined, parts.work));
}

class HealthOfCluster {
  readonly #clients: NodeClients;
  readonly known = new KnownCluster(Date.now);
  readonly #awaited = new Set<string>();
  #run = new AbortController();
  #options: ClientOptions | undefined;
  #startedMs = -Infinity;
  #looking: Promise<ClusterStatus | undefined> | undefined;

  constructor(parts: NodeClientsParts) {
    this.#clients = new NodeClients({
      contact: parts.contact,
      guard: (client) => healthOnly(parts.guard(client)),
    });
  }

  /** Looks once; returns the latest result if it is fresh. */
  look(options: ClientOptions): Promise<ClusterStatus | undefined> {
    if (this.#looking !== undefined) return this.#looking;
    if (performance.now() - this.#startedMs < LEAST_MS) return Promise.resolve(this.known.status());
    this.#startedMs = performance.now();
    this.#looking = this.#look(this.#sameOptions(options)).finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  close(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#awaited.clear();
    this.#clients.close();
    this.#options = undefined;
    this.#startedMs = -Infinity;
  }

  /** A locked session makes new options for each look; keeping equal ones keeps the clients. */
  #sameOptions(options: ClientOptions): ClientOptions {
    const before = this.#options;
    if (before === undefined || JSON.stringify(placeOf(before)) !== JSON.stringify(placeOf(options)))
      this.#options = options;
    return this.#options ?? options;
  }

  async #look(options: ClientOptions): Promise<ClusterStatus | undefined> {
    const run = this.#run;
    const addresses = [options.address, ...options.confirmedOrigins];
    this.known.mayAsk(addresses);
    const asked = addresses
      .filter((address) => !this.#awaited.has(address))
      .map((address) => this.#ask(options, address, run));
    const settled = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => settled.resolve(undefined), SETTLE_MS);
    await Promise.race([Promise.all(asked), settled.promise]);
    clearTimeout(timer);
    if (run !== this.#run) return undefined;
    this.known.judge();
    return this.known.status();
  }

  async #ask(options: ClientOptions, address: string, run: AbortController): Promise<void> {
    this.#awaited.add(address);
    const patience = { timeoutMs: Math.min(options.timeoutMs, NODE_TIMEOUT_MS), signal: run.signal };
    try {
      const look = await lookAtNode(await this.#clients.client(options, address), patience, 'health');
      if (run === this.#run) this.known.answered(address, look);
    } catch (failure) {
      if (run === this.#run) this.known.failed(address, asAppError(failure));
    } finally {
      if (run === this.#run) this.#awaited.delete(address);
    }
  }
}

function placeOf({ address, confirmedOrigins, proxy, tls, headers }: ClientOptions): unknown {
  const { ca, useSystemStore, serverName, skipVerify } = tls;
  return [address, confirmedOrigins, proxy, ca, useSystemStore, serverName, skipVerify, headers];
}
