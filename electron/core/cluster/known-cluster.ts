/**
 * State of one cluster from look to look: each node's latest answer, the sources that named it, and ten minutes of
 * round trips. Changes go into the timeline. Pure except for the given clock.
 */
import type { AppError, CertificateFacts } from '../../../shared/ipc/result.ts';
import type {
  ClusterEvent,
  ClusterNode,
  ClusterSeen,
  ClusterStatus,
  PanelLook,
  RoundTrip,
  Timeline,
  Verdict,
} from '../../../shared/vault/cluster.ts';
import { nameOf } from '../../../shared/vault/cluster-nodes.ts';
import { withTrip } from '../../../shared/vault/round-trips.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import { eventsBetween, withState } from './cluster-events.ts';
import { Identities } from './identities.ts';
import type { NodeLook, WholeLook } from './look.ts';
import { NamedMembers } from './named-members.ts';
import type { Members } from './named-members.ts';
import { isSameAddress, namedNodes } from './nodes.ts';
import { Timelines } from './timelines.ts';
import { verdictOf } from './verdict.ts';

/** Latest look at a node; both members are absent before it. */
interface NodeState {
  readonly look?: NodeLook;
  readonly problem?: AppError;
  /** Chain of the latest look that showed one. */
  readonly chain: readonly CertificateFacts[];
}

export class KnownCluster {
  readonly #nowMs: () => number;
  readonly #timelines: Timelines;
  #addresses: readonly string[] = [];
  readonly #nodes = new Map<string, NodeState>();
  #whole: WholeLook = { panels: {} };
  /** Address that gave it; empty before. */
  #wholeBy = '';
  /** The leader's address as nodes name it; empty without a leader. */
  #leaderAddress = '';
  readonly #identities = new Identities();
  readonly #members = new NamedMembers();
  readonly #roundTrips = new Map<string, readonly RoundTrip[]>();
  /** Look that the latest verdict is about. */
  #judged: { readonly seen: ClusterSeen; readonly verdict: Verdict } | undefined;
  #at = '';
  /** Reported by the connection's own node; empty before. */
  #clusterId = '';

  constructor(nowMs: () => number, timelines = new Timelines()) {
    this.#nowMs = nowMs;
    this.#timelines = timelines;
  }

  get timeline(): Timeline | undefined {
    return this.#timelines.of(this.#addresses[0] ?? '');
  }

  /** True once the cluster as a whole was asked. */
  get wasTold(): boolean {
    return this.#wholeBy !== '';
  }

  /** Ten minutes of round trips by address, oldest first. */
  get roundTrips(): ReadonlyMap<string, readonly RoundTrip[]> {
    return this.#roundTrips;
  }

  /** Nodes that the server has named, for another look at the same cluster. */
  get members(): Members {
    return this.#members.named;
  }

  /** Own node of the connection. */
  get own(): { readonly address: string; readonly answers: boolean } | undefined {
    const [address] = this.#addresses;
    if (address === undefined) return undefined;
    return { address, answers: this.#nodes.get(address)?.look !== undefined };
  }

  /** First confirmed address with an unsealed node of the same cluster: the connection's own, if it qualifies. */
  get speaker(): string | undefined {
    return this.#addresses.find((address) => {
      const answer = this.#nodes.get(address)?.look?.answer;
      if (answer === undefined || !answer.initialized || answer.sealed || answer.removed) return false;
      return this.#clusterId === '' || answer.clusterId === this.#clusterId;
    });
  }

  /** True if a node reports replication to or from another cluster. */
  get replicates(): boolean {
    return [...this.#nodes.values()].some(({ look }) => look?.answer.replication !== undefined);
  }

  /** Sets the addresses that can be asked: the connection's own first. */
  mayAsk(addresses: readonly string[]): void {
    this.#addresses = addresses;
    for (const known of this.#nodes.keys()) if (!addresses.includes(known)) this.forget(known);
    for (const known of this.#roundTrips.keys())
      if (!addresses.includes(known)) this.#roundTrips.delete(known);
  }

  /** Drops all facts about an address. */
  forget(address: string): void {
    this.#nodes.delete(address);
    this.#identities.forget(address);
    this.#members.forget(address);
  }

  /** Records a node's answer. */
  answered(address: string, look: NodeLook): void {
    const { answer, chain, leaderAddress } = look;
    this.#nodes.set(address, { look, chain });
    if (address === this.#addresses[0] && answer.clusterId !== '') this.#clusterId = answer.clusterId;
    if (answer.role !== 'unknown') {
      this.#leaderAddress = leaderAddress;
      this.#identities.heard(address, look);
    }
    this.#members.heard(look);
    this.#note(address, look.roundTripMs);
  }

  /** Records a node's failure to answer. */
  failed(address: string, problem: AppError): void {
    const shown = problem.kind === 'tls' ? problem.chain : undefined;
    this.#nodes.set(address, { problem, chain: shown ?? this.#nodes.get(address)?.chain ?? [] });
    this.#note(address, null);
  }

  /** Records a look at the cluster as a whole, made at an address; facts missing this time stay. */
  told(look: WholeLook, by = this.#addresses[0] ?? ''): void {
    const panels: Partial<Record<SystemPanel, PanelLook>> = { ...this.#whole.panels };
    for (const [name, said] of Object.entries(look.panels) as [SystemPanel, PanelLook][]) {
      const facts = said.facts ?? panels[name]?.facts;
      panels[name] = { ...said, ...(facts === undefined ? {} : { facts }) };
    }
    // Autopilot's state from before an election is outdated.
    const { autopilot: _, ...earlier } = this.#whole;
    this.#whole = { ...earlier, ...look, panels };
    this.#wholeBy = by;
    this.learn({
      ...(look.haNodes === undefined ? {} : { haNodes: look.haNodes }),
      ...(look.raftServers === undefined ? {} : { raftServers: look.raftServers }),
      ...(look.autopilot === undefined ? {} : { autopilotServers: look.autopilot.servers }),
    });
  }

  /** Takes the nodes that another look has heard of. */
  learn(members: Members): void {
    this.#members.learn(members, (address) => this.#addressOf(this.#aliasOf(address)));
  }

  /** Current state with the latest verdict. Undefined before any node has answered or failed. */
  status(): ClusterStatus | undefined {
    if (this.#nodes.size === 0) return undefined;
    const verdict = this.#judged?.verdict;
    const panels = this.#panels();
    return { seen: this.#seen(), panels, ...(verdict === undefined ? {} : { verdict }) };
  }

  /** Judges the current state; returns the changes. Without a verdict until each node has answered or failed. */
  judge(): readonly ClusterEvent[] {
    const seen = this.#seen();
    if (seen.nodes.some(({ asked }) => asked === 'waiting')) return [];
    const before = this.#judged;
    const verdict = verdictOf(seen);
    this.#judged = { seen, verdict };
    const events =
      before === undefined
        ? []
        : withState(eventsBetween(before.seen, seen), {
            before: before.verdict,
            after: verdict,
            at: seen.at,
          });
    if (before === undefined || events.length > 0)
      this.#timelines.note(this.#addresses[0] ?? '', seen.at, events);
    return events;
  }

  /** Reason the cluster as a whole cannot be asked now: no confirmed node of it is unsealed. */
  #closed(): AppError | undefined {
    if (this.speaker !== undefined) return undefined;
    const { look, problem } = this.#nodes.get(this.#addresses[0] ?? '') ?? {};
    if (look === undefined) return problem;
    const { initialized, sealed } = look.answer;
    if (!initialized) return { kind: 'not-initialized', message: 'This server is not initialised.' };
    return sealed ? { kind: 'sealed', message: 'This server is sealed.' } : undefined;
  }

  /** Last facts of the panels; with the problem, if the cluster cannot be asked now. */
  #panels(): ClusterStatus['panels'] {
    const { panels } = this.#whole;
    const problem = this.#closed();
    if (problem === undefined) return panels;
    return Object.fromEntries(Object.entries(panels).map(([name, look]) => [name, { ...look, problem }]));
  }

  #seen(): ClusterSeen {
    const { haNodes = [] } = this.#members.named;
    const { speaker } = this;
    const { replication } = this.replicates ? this.#whole : {};
    const autopilot = speaker !== undefined && speaker === this.#wholeBy ? this.#whole.autopilot : undefined;
    const asKnown = (address: string): string => this.#aliasOf(address);
    const leaderAddress = asKnown(this.#leaderAddress);
    const named = namedNodes({
      confirmed: this.#addresses,
      leaderAddress,
      raftServers: this.#members.servers,
      clusterOf: this.#clusterOf(),
      formerLeaders: this.#members.formerLeaders().map(asKnown),
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
      // Servers before 1.19 do not report it: they answer as if healthy (hashicorp/vault issue 17920).
      const removed = raftId !== undefined && this.#members.hasRemoved(raftId);
      const name = removed ? raftId : node.name || (look?.name ?? '');
      const certificateEnds = chain.map(({ validTo }) => validTo).sort()[0];
      return {
        ...node,
        name: entry === undefined ? name : '',
        ...(look === undefined ? {} : { answer: answerOf(look, removed), roundTripMs: look.roundTripMs }),
        ...(problem === undefined ? {} : { problem }),
        ...(certificateEnds === undefined ? {} : { certificateEnds, chain }),
        ...(entry === undefined ? {} : { entry }),
      };
    });
    // The connection's own node first, then in natural order.
    others.sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true }));
    const nodes = home === undefined ? [] : [home, ...others];
    const leader = nodes.find(({ address }) => leaderAddress !== '' && isSameAddress(address, leaderAddress));
    const spoken = speaker === undefined || speaker === this.#addresses[0] ? undefined : speaker;
    const spokenBy = nodes.find(({ address }) => spoken !== undefined && isSameAddress(address, spoken));
    return {
      at: this.#at,
      nodes,
      ...(leader === undefined || leader.asked === 'asked' ? {} : { leaderNotAsked: true }),
      ...(this.#members.areAllNamed ? { allNamed: true } : {}),
      ...(spokenBy === undefined ? {} : { spokenBy: nameOf(spokenBy) }),
      ...(autopilot === undefined ? {} : { autopilot: autopilot.state }),
      ...(replication === undefined ? {} : { replication }),
    };
  }

  /** Cluster addresses of nodes: one heard at a load balancer is not the balancer's own. */
  #clusterOf(): ReadonlyMap<string, string> {
    return new Map([...this.#members.clusterOf].filter(([address]) => this.#entryOf(address) === undefined));
  }

  /** `alias`: leads to a node that has its own row; `balancer`: leads to several nodes. */
  #entryOf(address: string): ClusterNode['entry'] {
    if (this.#identities.isBalancer(address)) return 'balancer';
    const own = this.#identities.ownAddressOf(address);
    const isNode = own === '' || isSameAddress(own, address);
    return !isNode && this.#addresses.some((other) => isSameAddress(other, own)) ? 'alias' : undefined;
  }

  /** The connection's address for a node that the cluster knows by another one. */
  #aliasOf(own: string): string {
    if (this.#members.isAlone) return this.#addresses[0] ?? own;
    if (own === '' || this.#addresses.some((one) => isSameAddress(one, own))) return own;
    const leading = this.#addresses.filter((one) => isSameAddress(this.#identities.ownAddressOf(one), own));
    return leading[0] ?? own;
  }

  /** Address for requests, from a displayed one. */
  #addressOf(shown: string): string {
    return this.#addresses.find((one) => isSameAddress(one, shown)) ?? shown;
  }

  #note(node: string, roundTripMs: number | null): void {
    const atMs = this.#nowMs();
    this.#at = new Date(atMs).toISOString();
    this.#roundTrips.set(node, withTrip(this.#roundTrips.get(node) ?? [], { atMs, roundTripMs }));
  }
}

function answerOf({ answer }: NodeLook, removed: boolean): NodeLook['answer'] {
  return removed && !answer.removed ? { ...answer, removed } : answer;
}
