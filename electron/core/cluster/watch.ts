/**
 * Watches clusters only while they are looked at: a watch ends with its signal, its session, or a lock, and pauses
 * while main knows that the window is not visible, regardless of the page. Watches of the same cluster share its
 * looks. Results stay until the session closes, so that a return shows the changes since.
 *
 * Every node is asked individually: rows are reported as they arrive, and a verdict follows once the nodes have
 * settled. The cluster as a whole is asked at the connection's own node, or while that is not open at the next
 * confirmed one.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ClusterNews, ClusterStatus, RoundTrip } from '../../../shared/vault/cluster.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { Seen } from '../seen.ts';
import type { At, UnauthenticatedConnections } from '../sessions/unauthenticated.ts';
import { KnownCluster } from './known-cluster.ts';
import { WholeCluster, lookAtNode } from './look.ts';
import type { Members } from './named-members.ts';
import { NodeClients } from './node-clients.ts';
import type { NodeClientsParts } from './node-clients.ts';
import { Speaker } from './speaker.ts';
import { Timelines } from './timelines.ts';

/** Time after which a silent node counts as not answering. */
const NODE_TIMEOUT_MS = 3_000;
/** Time between the latest answer and the verdict, while other nodes are still silent. */
const SETTLE_MS = 100;
/** Limit for the cluster as a whole: a change of leader can take this long. */
const WHOLE_TIMEOUT_MS = 10_000;
/** Limit of clusters without a session whose results are kept. */
const MOST_WITHOUT_SESSION = 8;

export interface ClustersParts extends NodeClientsParts {
  readonly at: UnauthenticatedConnections['at'];
  /** Client options for a place. Rejects if it is closed, locked, or not confirmed. */
  readonly optionsOf: (where: Where) => Promise<ClientOptions>;
  readonly seen: Seen;
  /** Called with each verdict, and the nodes that the server has named. */
  readonly judged?: (where: Where, status: ClusterStatus, members: Members) => void;
}

export interface WatchOptions {
  /** Time between two looks; 0 for a single look. */
  readonly everyMs: number;
  readonly onNews: (news: ClusterNews) => void;
  readonly signal: AbortSignal;
}

export interface Clusters {
  /** Watches until the signal fires, or for one look if `everyMs` is 0. Rejects if the place is closed or locked. */
  readonly watch: (where: Where, options: WatchOptions) => Promise<void>;
  /**
   * Runs requests about a cluster at the connection's own node, or, while a watch sees that one unusable, at the node
   * that speaks instead. `isAboutOwn`: only if its own does not answer at all.
   */
  readonly at: <T>(
    where: Where,
    work: (at: At) => Promise<T>,
    options: { readonly isAboutOwn: boolean; readonly signal: AbortSignal },
  ) => Promise<T>;
  /** True if the cluster of a session is watched repeatedly. */
  readonly isWatched: (sessionId: string) => boolean;
  /** Drops a node that only the server has named. */
  readonly forgetNode: (where: Where, address: string) => void;
  /** Ends the watches of a session; `forget`: drops all results. */
  readonly endSession: (sessionId: string, forget: boolean) => void;
  /** Ends all watches. */
  readonly endAll: () => void;
}

/** Makes the watches of all clusters, none of them running. */
export function createClusters(parts: ClustersParts): Clusters {
  const clusters = new Map<string, WatchedCluster>();
  const timelines = new Timelines();
  parts.seen.follow(() => {
    if (parts.seen.isSeen()) for (const cluster of clusters.values()) cluster.seenAgain();
  });

  function clusterAt(where: Where): WatchedCluster {
    const key = keyOf(where);
    const known = clusters.get(key) ?? new WatchedCluster(parts, where, timelines);
    // Least recently used first.
    clusters.delete(key);
    clusters.set(key, known);
    const idle = [...clusters].filter(([, one]) => !one.isWatched && one.sessionId === undefined);
    for (const [old] of idle.slice(0, Math.max(0, idle.length - MOST_WITHOUT_SESSION))) clusters.delete(old);
    return known;
  }

  return {
    watch: (where, options) => clusterAt(where).watch(options),
    at: (where, work, { isAboutOwn, signal }) =>
      clusters.get(keyOf(where))?.at(work, isAboutOwn, signal) ?? parts.at(where, work, { signal }),
    isWatched: (sessionId) => clusters.get(keyOf({ sessionId }))?.isRepeated === true,
    forgetNode: (where, address) => clusters.get(keyOf(where))?.forgetNode(address),
    endSession: (sessionId, forget) => {
      const key = keyOf({ sessionId });
      clusters.get(key)?.end({ kind: 'cancelled', message: 'The connection was closed.' });
      if (forget) clusters.delete(key);
    },
    endAll: () => {
      for (const cluster of clusters.values())
        cluster.end({ kind: 'locked', message: 'Strongroom is locked.' });
    },
  };
}

function keyOf(where: Where): string {
  return 'sessionId' in where ? where.sessionId : JSON.stringify(where.target);
}

interface Watcher {
  readonly everyMs: number;
  readonly tell: (news: ClusterNews) => void;
  readonly end: (error: AppError | undefined) => void;
}

/** One cluster and its watchers. */
class WatchedCluster {
  readonly #parts: ClustersParts;
  readonly #where: Where;
  readonly #known: KnownCluster;
  readonly #clients: NodeClients;
  readonly #speaker: Speaker;
  readonly #whole = new WholeCluster();
  readonly #watchers = new Set<Watcher>();
  /** Addresses whose answer is awaited, and `''` for the cluster as a whole. */
  readonly #awaited = new Set<string>();
  /** Aborts the looks in flight; replaced once the cluster was not watched in between. */
  #run: AbortController | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  /** True if a look is due while the window is not visible. */
  #isResting = false;
  #verdict: NodeJS.Timeout | undefined;
  #telling: NodeJS.Immediate | undefined;
  /** Addresses with a round trip that is not told yet. */
  readonly #untold = new Set<string>();

  constructor(parts: ClustersParts, where: Where, timelines: Timelines) {
    this.#parts = parts;
    this.#known = new KnownCluster(Date.now, timelines);
    this.#where = where;
    this.#clients = new NodeClients(parts);
    this.#speaker = new Speaker(parts);
  }

  /** Resumes when the window is visible again. */
  seenAgain(): void {
    if (this.#isResting && this.isWatched) void this.#look();
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  get isRepeated(): boolean {
    return [...this.#watchers].some(({ everyMs }) => everyMs > 0);
  }

  get sessionId(): string | undefined {
    return 'sessionId' in this.#where ? this.#where.sessionId : undefined;
  }

  watch({ everyMs, onNews, signal }: WatchOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => watcher.end(undefined);
      const watcher: Watcher = {
        everyMs,
        tell: onNews,
        end: (error) => {
          if (!this.#watchers.delete(watcher)) return;
          signal.removeEventListener('abort', leave);
          if (this.#watchers.size === 0) this.#stop();
          if (error === undefined) resolve();
          else reject(new AppFailure(error));
        },
      };
      this.#watchers.add(watcher);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) return leave();
      this.#tell([watcher], this.#known.roundTrips);
      // A new watcher: refused requests can have been permitted meanwhile.
      this.#whole.forgetRefusals();
      void this.#look();
    });
  }

  /** Runs requests at the connection's own node, or at the speaker if a watch has seen the own one unusable. */
  async at<T>(work: (at: At) => Promise<T>, isAboutOwn: boolean, signal: AbortSignal): Promise<T> {
    const { speaker, own } = this.#known;
    if (!this.isWatched || speaker === undefined || speaker === own?.address || (isAboutOwn && own?.answers))
      return this.#parts.at(this.#where, work, { signal });
    const options = await this.#parts.optionsOf(this.#where);
    return this.#speaker.at(this.#where, { options, address: speaker }, work, { signal });
  }

  forgetNode(address: string): void {
    this.#known.forget(address);
    if (this.isWatched) this.#judge();
  }

  /** Ends every watch with the reason. */
  end(error: AppError): void {
    for (const watcher of [...this.#watchers]) watcher.end(error);
  }

  #stop(): void {
    clearTimeout(this.#nextLook);
    this.#isResting = false;
    clearTimeout(this.#verdict);
    clearImmediate(this.#telling);
    this.#telling = undefined;
    this.#untold.clear();
    this.#run?.abort();
    this.#run = undefined;
    this.#awaited.clear();
    this.#clients.close();
    this.#speaker.close();
  }

  /** Looks at every address that is not still answering an earlier look; plans the next. */
  async #look(): Promise<void> {
    clearTimeout(this.#nextLook);
    this.#isResting = !this.#parts.seen.isSeen();
    if (this.#isResting) return;
    const run = (this.#run ??= new AbortController());
    const everyMs = Math.min(...[...this.#watchers].map((watcher) => watcher.everyMs).filter((ms) => ms > 0));
    if (Number.isFinite(everyMs)) {
      this.#nextLook = setTimeout(() => void this.#look(), everyMs);
      this.#nextLook.unref();
    }
    let options: ClientOptions;
    try {
      options = await this.#parts.optionsOf(this.#where);
    } catch (failure) {
      if (run === this.#run) this.end(asAppError(failure));
      return;
    }
    if (run !== this.#run) return;
    const addresses = [options.address, ...options.confirmedOrigins];
    this.#known.mayAsk(addresses);
    for (const address of addresses)
      if (!this.#awaited.has(address)) void this.#lookAtNode(options, address, run);
  }

  async #lookAtNode(options: ClientOptions, address: string, run: AbortController): Promise<void> {
    this.#awaited.add(address);
    const timeoutMs = Math.min(options.timeoutMs, NODE_TIMEOUT_MS);
    try {
      const client = await this.#clients.client(options, address);
      const look = await lookAtNode(client, { timeoutMs, signal: run.signal });
      if (run !== this.#run) return;
      this.#known.answered(address, look);
    } catch (failure) {
      if (run !== this.#run) return;
      this.#known.failed(address, asAppError(failure));
    }
    this.#untold.add(address);
    // Asks only an unsealed node: otherwise each request would wait for the same failure.
    if (address === this.#known.speaker && !this.#awaited.has(''))
      void this.#lookAtWhole(options, address, run);
    this.#settled(address);
  }

  async #lookAtWhole(options: ClientOptions, address: string, run: AbortController): Promise<void> {
    this.#awaited.add('');
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(WHOLE_TIMEOUT_MS)]);
    try {
      await this.#speaker.at(
        this.#where,
        { options, address },
        async (at) => {
          const said = await this.#whole.look(at, { replicates: this.#known.replicates });
          if (run === this.#run) this.#known.told(said, address);
          // Reports an error of the whole connection to the session.
          if (said.trouble !== undefined) throw new AppFailure(said.trouble);
        },
        { signal, unasked: true },
      );
    } catch {
      // Reported already by the panels and the session; a place that is gone ends the watch with its next look.
    } finally {
      if (run === this.#run) this.#settled('');
    }
  }

  /** Reports rows at once after an answer or a failure, and the verdict when the others have settled. */
  #settled(what: string): void {
    this.#awaited.delete(what);
    clearTimeout(this.#verdict);
    if (this.#awaited.size === 0) return this.#judge();
    this.#verdict = setTimeout(() => this.#judge(), SETTLE_MS);
    this.#telling ??= setImmediate(() => this.#tellNew());
  }

  #judge(): void {
    // The first verdict waits for this answer, which tells the number of nodes.
    if (this.#awaited.has('') && !this.#known.wasTold) return;
    this.#known.judge();
    const status = this.#known.status();
    if (status !== undefined) this.#parts.judged?.(this.#where, status, this.#known.members);
    this.#tellNew();
    if (this.#awaited.size > 0) return;
    for (const watcher of [...this.#watchers]) if (watcher.everyMs === 0) watcher.end(undefined);
  }

  #tellNew(): void {
    clearImmediate(this.#telling);
    this.#telling = undefined;
    const { roundTrips } = this.#known;
    this.#tell(
      this.#watchers,
      [...roundTrips].filter(([node]) => this.#untold.has(node)),
    );
    this.#untold.clear();
  }

  #tell(watchers: Iterable<Watcher>, trips: Iterable<[string, readonly RoundTrip[]]>): void {
    const status = this.#known.status();
    if (status === undefined) return;
    const news = { status, timeline: this.#known.timeline, roundTrips: Object.fromEntries(trips) };
    for (const { tell } of watchers) tell(news);
  }
}
