/**
 * What is known of one cluster from look to look: each node's latest answer, who named which node, and ten minutes of round
 * trips. What has changed goes into the timeline. Pure but for the clock it is given.
 */
import type { AppError, CertificateFacts } from '../../../shared/ipc/result.ts';
import type {
  ClusterEvent,
  ClusterNode,
  ClusterSeen,
  ClusterStatus,
  PanelLook,
  RoundTrip,
  Verdict,
} from '../../../shared/vault/cluster.ts';
import { nameOf } from '../../../shared/vault/cluster-nodes.ts';
import { withTrip } from '../../../shared/vault/round-trips.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import { eventsBetween, stateEvent } from './cluster-events.ts';
import { Identities } from './identities.ts';
import type { NodeLook, WholeLook } from './look.ts';
import { NamedMembers } from './named-members.ts';
import type { Members } from './named-members.ts';
import { isSameAddress, namedNodes } from './nodes.ts';
import { Timelines } from './timelines.ts';
import type { Timeline } from './timelines.ts';
import { verdictOf } from './verdict.ts';

/** A node's latest look; both are absent while there was none. */
interface NodeState {
  readonly look?: NodeLook;
  readonly problem?: AppError;
  /** Of the latest look that showed any. */
  readonly chain: readonly CertificateFacts[];
}

export class KnownCluster {
  readonly #nowMs: () => number;
  readonly #timelines: Timelines;
  #addresses: readonly string[] = [];
  readonly #nodes = new Map<string, NodeState>();
  #whole: WholeLook = { panels: {} };
  /** The address that was asked for it. */
  #wholeBy = '';
  /** The leader's address as nodes name it; empty: none. */
  #leaderAddress = '';
  readonly #identities = new Identities();
  readonly #members = new NamedMembers();
  readonly #roundTrips = new Map<string, readonly RoundTrip[]>();
  /** The look that the latest verdict is of. */
  #judged: { readonly seen: ClusterSeen; readonly verdict: Verdict } | undefined;
  #at = '';
  /** Of the connection's own node, once it has told it. */
  #clusterId = '';

  constructor(nowMs: () => number, timelines = new Timelines()) {
    this.#nowMs = nowMs;
    this.#timelines = timelines;
  }

  get timeline(): Timeline | undefined {
    return this.#timelines.of(this.#addresses[0] ?? '');
  }

  /** Whether the cluster as a whole was asked once. */
  get wasTold(): boolean {
    return this.#wholeBy !== '';
  }

  get roundTrips(): readonly RoundTrip[] {
    return [...this.#roundTrips.values()].flat();
  }

  /** The nodes that the server has named, for another look at the same cluster. */
  get members(): Members {
    return this.#members.named;
  }

  /** The connection's own node. */
  get own(): { readonly address: string; readonly answers: boolean } | undefined {
    const [address] = this.#addresses;
    if (address === undefined) return undefined;
    return { address, answers: this.#nodes.get(address)?.look !== undefined };
  }

  /** The first confirmed address whose node is open and of the same cluster: the connection's own, as long as that one is. */
  get speaker(): string | undefined {
    return this.#addresses.find((address) => {
      const answer = this.#nodes.get(address)?.look?.answer;
      if (answer === undefined || !answer.initialized || answer.sealed || answer.removed) return false;
      return this.#clusterId === '' || answer.clusterId === this.#clusterId;
    });
  }

  /** Whether a node says that its cluster replicates to or from another one. */
  get replicates(): boolean {
    return [...this.#nodes.values()].some(({ look }) => look?.answer.replication !== undefined);
  }

  /** The addresses that may be asked: the connection's own first. */
  mayAsk(addresses: readonly string[]): void {
    this.#addresses = addresses;
    for (const known of this.#nodes.keys()) if (!addresses.includes(known)) this.forget(known);
    for (const known of this.#roundTrips.keys())
      if (!addresses.includes(known)) this.#roundTrips.delete(known);
  }

  /** Nothing is known of an address any more. */
  forget(address: string): void {
    this.#nodes.delete(address);
    this.#identities.forget(address);
    this.#members.forget(address);
  }

  /** A node has answered. */
  answered(address: string, look: NodeLook): RoundTrip {
    const { answer, chain, leaderAddress } = look;
    this.#nodes.set(address, { look, chain });
    if (address === this.#addresses[0] && answer.clusterId !== '') this.#clusterId = answer.clusterId;
    if (answer.role !== 'unknown') {
      this.#leaderAddress = leaderAddress;
      this.#identities.heard(address, look);
    }
    this.#members.heard(look);
    return this.#note(address, look.roundTripMs);
  }

  /** A node has not answered. */
  failed(address: string, problem: AppError): RoundTrip {
    const shown = problem.kind === 'tls' ? problem.chain : undefined;
    this.#nodes.set(address, { problem, chain: shown ?? this.#nodes.get(address)?.chain ?? [] });
    return this.#note(address, null);
  }

  /** The cluster as a whole was asked at an address; what it did not say this time stays. */
  told(look: WholeLook, by = this.#addresses[0] ?? ''): void {
    const panels: Partial<Record<SystemPanel, PanelLook>> = { ...this.#whole.panels };
    for (const [name, said] of Object.entries(look.panels) as [SystemPanel, PanelLook][]) {
      const facts = said.facts ?? panels[name]?.facts;
      panels[name] = { ...said, ...(facts === undefined ? {} : { facts }) };
    }
    // What autopilot said before an election holds no longer.
    const { autopilot: _, ...earlier } = this.#whole;
    this.#whole = { ...earlier, ...look, panels };
    this.#wholeBy = by;
    this.learn({
      ...(look.haNodes === undefined ? {} : { haNodes: look.haNodes }),
      ...(look.raftServers === undefined ? {} : { raftServers: look.raftServers }),
      ...(look.autopilot === undefined ? {} : { autopilotServers: look.autopilot.servers }),
    });
  }

  /** What another look has heard of the nodes there are. */
  learn(members: Members): void {
    this.#members.learn(members, (address) => this.#addressOf(this.#aliasOf(address)));
  }

  /** As it is known now, with the latest verdict. Undefined before any node has answered or failed. */
  status(): ClusterStatus | undefined {
    if (this.#nodes.size === 0) return undefined;
    const verdict = this.#judged?.verdict;
    const panels = this.#panels();
    return { seen: this.#seen(), panels, ...(verdict === undefined ? {} : { verdict }) };
  }

  /** Judges what is known now; answers what has changed. There is no verdict before each node has answered or failed. */
  judge(): readonly ClusterEvent[] {
    const seen = this.#seen();
    if (seen.nodes.some(({ asked }) => asked === 'waiting')) return [];
    const before = this.#judged;
    const verdict = verdictOf(seen);
    this.#judged = { seen, verdict };
    const state = before === undefined ? undefined : stateEvent(before.verdict, verdict, seen.at);
    const events =
      before === undefined
        ? []
        : [...eventsBetween(before.seen, seen), ...(state === undefined ? [] : [state])];
    if (before === undefined || events.length > 0)
      this.#timelines.note(this.#addresses[0] ?? '', seen.at, events);
    return events;
  }

  /** Why the cluster as a whole cannot be asked now: neither the connection's own node nor another confirmed one is open. */
  #closed(): AppError | undefined {
    if (this.speaker !== undefined) return undefined;
    const { look, problem } = this.#nodes.get(this.#addresses[0] ?? '') ?? {};
    if (look === undefined) return problem;
    const { initialized, sealed } = look.answer;
    if (!initialized) return { kind: 'not-initialized', message: 'This server is not initialised.' };
    return sealed ? { kind: 'sealed', message: 'This server is sealed.' } : undefined;
  }

  /** What the panels said last; where nothing can be asked any more, that is said with it. */
  #panels(): ClusterStatus['panels'] {
    const { panels } = this.#whole;
    const problem = this.#closed();
    if (problem === undefined) return panels;
    return Object.fromEntries(Object.entries(panels).map(([name, look]) => [name, { ...look, problem }]));
  }

  #seen(): ClusterSeen {
    const { haNodes = [] } = this.#whole;
    const { speaker } = this;
    const { replication } = this.replicates ? this.#whole : {};
    const autopilot = speaker !== undefined && speaker === this.#wholeBy ? this.#whole.autopilot : undefined;
    const asKnown = (address: string): string => this.#aliasOf(address);
    const leaderAddress = asKnown(this.#leaderAddress);
    const named = namedNodes({
      ...{ confirmed: this.#addresses, leaderAddress, raftServers: this.#members.servers },
      ...{ clusterOf: this.#clusterOf(), formerLeaders: this.#members.formerLeaders().map(asKnown) },
      haNodes: haNodes.map((node) => ({ ...node, apiAddress: asKnown(node.apiAddress) })),
      autopilot: autopilot?.nodes ?? new Map(),
    });
    const [home, ...others] = named.map((node): ClusterNode => {
      if (node.asked !== 'asked') return node;
      const address = this.#addressOf(node.address);
      const entry = this.#entryOf(address);
      const state = this.#nodes.get(address);
      if (state === undefined) return { ...node, asked: 'waiting' };
      const { look, problem, chain } = state;
      const raftId = this.#members.raftIdOf(node);
      // Servers before 1.19 do not say it themselves: they answer as if they were well (hashicorp/vault issue 17920).
      const removed = raftId !== undefined && this.#members.hasRemoved(raftId);
      const name = removed ? raftId : node.name || (look?.name ?? '');
      const certificateEnds = chain.map(({ validTo }) => validTo).sort()[0];
      return {
        ...{ ...node, name: entry === undefined ? name : '' },
        ...(look === undefined ? {} : { answer: answerOf(look, removed), roundTripMs: look.roundTripMs }),
        ...(problem === undefined ? {} : { problem }),
        ...(certificateEnds === undefined ? {} : { certificateEnds, chain }),
        ...(entry === undefined ? {} : { entry }),
      };
    });
    // The connection's own first, then as people count.
    others.sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true }));
    const nodes = home === undefined ? [] : [home, ...others];
    const leader = nodes.find(({ address }) => leaderAddress !== '' && isSameAddress(address, leaderAddress));
    const spoken = speaker === undefined || speaker === this.#addresses[0] ? undefined : speaker;
    const spokenBy = nodes.find(({ address }) => spoken !== undefined && isSameAddress(address, spoken));
    return {
      ...{ at: this.#at, nodes },
      ...(leader === undefined || leader.asked === 'asked' ? {} : { leaderNotAsked: true }),
      ...(this.#members.areAllNamed ? { allNamed: true } : {}),
      ...(spokenBy === undefined ? {} : { spokenBy: nameOf(spokenBy) }),
      ...(autopilot === undefined ? {} : { autopilot: autopilot.state }),
      ...(replication === undefined ? {} : { replication }),
    };
  }

  /** Cluster addresses of nodes: one that was heard at a load balancer is not the balancer's. */
  #clusterOf(): ReadonlyMap<string, string> {
    return new Map([...this.#members.clusterOf].filter(([address]) => this.#entryOf(address) === undefined));
  }

  /** An address that leads to a node which has a row of its own, or to several nodes. */
  #entryOf(address: string): ClusterNode['entry'] {
    if (this.#identities.isBalancer(address)) return 'balancer';
    const own = this.#identities.ownAddressOf(address);
    const isNode = own === '' || isSameAddress(own, address);
    return !isNode && this.#addresses.some((other) => isSameAddress(other, own)) ? 'alias' : undefined;
  }

  /** The address that the connection has for a node which the cluster calls by another one. */
  #aliasOf(own: string): string {
    if (this.#members.isAlone) return this.#addresses[0] ?? own;
    if (own === '' || this.#addresses.some((one) => isSameAddress(one, own))) return own;
    const leading = this.#addresses.filter((one) => isSameAddress(this.#identities.ownAddressOf(one), own));
    return leading[0] ?? own;
  }

  /** An address as it may be asked, from one as it is shown. */
  #addressOf(shown: string): string {
    return this.#addresses.find((one) => isSameAddress(one, shown)) ?? shown;
  }

  #note(node: string, roundTripMs: number | null): RoundTrip {
    const atMs = this.#nowMs();
    this.#at = new Date(atMs).toISOString();
    const trip = { node, atMs, roundTripMs };
    this.#roundTrips.set(node, withTrip(this.#roundTrips.get(node) ?? [], trip));
    return trip;
  }
}

function answerOf({ answer }: NodeLook, removed: boolean): NodeLook['answer'] {
  return removed && !answer.removed ? { ...answer, removed } : answer;
}
