/**
 * What is known of one cluster from look to look: each node's latest answer, who named which node, the timeline and ten
 * minutes of round trips. Pure but for the clock it is given.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import { MOST_EVENTS } from '../../../shared/vault/cluster.ts';
import type {
  ClusterEvent,
  ClusterNode,
  ClusterSeen,
  ClusterStatus,
  PanelLook,
  RoundTrip,
  Verdict,
} from '../../../shared/vault/cluster.ts';
import { withTrip } from '../../../shared/vault/round-trips.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import { eventsBetween, stateEvent } from './cluster-events.ts';
import type { NodeLook, WholeLook } from './look.ts';
import { isSameAddress, namedNodes } from './nodes.ts';
import { verdictOf } from './verdict.ts';

/** A node's latest look; both are absent while there was none. */
interface NodeState {
  readonly look?: NodeLook;
  readonly problem?: AppError;
  /** Of the latest answer there was. */
  readonly certificateEnds?: string;
}

export class KnownCluster {
  readonly #nowMs: () => number;
  #addresses: readonly string[] = [];
  readonly #nodes = new Map<string, NodeState>();
  #whole: WholeLook = { panels: {} };
  /** The leader's address as nodes name it; empty: none. */
  #leaderAddress = '';
  /** By the address that the cluster uses, the one that the connection uses for the same node. */
  readonly #aliases = new Map<string, string>();
  /** By API address as the connection has it. */
  readonly #clusterOf = new Map<string, string>();
  /** Raft's ids by address: raft forgets a node that it has removed. */
  readonly #raftIds = new Map<string, string>();
  readonly #roundTrips = new Map<string, readonly RoundTrip[]>();
  #timeline: readonly ClusterEvent[] = [];
  /** The look that the latest verdict is of. */
  #judged: { readonly seen: ClusterSeen; readonly verdict: Verdict } | undefined;
  #at = '';

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get timeline(): readonly ClusterEvent[] {
    return this.#timeline;
  }

  get roundTrips(): readonly RoundTrip[] {
    return [...this.#roundTrips.values()].flat();
  }

  /** The addresses that may be asked: the connection's own first. */
  mayAsk(addresses: readonly string[]): void {
    this.#addresses = addresses;
    for (const known of this.#nodes.keys()) if (!addresses.includes(known)) this.#nodes.delete(known);
    for (const known of this.#roundTrips.keys())
      if (!addresses.includes(known)) this.#roundTrips.delete(known);
  }

  /** A node has answered. */
  answered(address: string, look: NodeLook): RoundTrip {
    const { certificateEnds, leaderAddress } = look;
    this.#nodes.set(address, { look, ...(certificateEnds === undefined ? {} : { certificateEnds }) });
    if (look.answer.role !== 'unknown') this.#leaderAddress = leaderAddress;
    // The leader names itself by the address that the cluster has for it, e.g. behind a load balancer.
    const names = this.#addresses.some((one) => isSameAddress(one, leaderAddress));
    for (const [alias, of] of this.#aliases) if (of === address) this.#aliases.delete(alias);
    if (look.answer.role === 'leader' && leaderAddress !== '' && !names)
      this.#aliases.set(leaderAddress, address);
    return this.#note(address, look.roundTripMs);
  }

  /** A node has not answered. */
  failed(address: string, problem: AppError): RoundTrip {
    const { certificateEnds } = this.#nodes.get(address) ?? {};
    this.#nodes.set(address, { problem, ...(certificateEnds === undefined ? {} : { certificateEnds }) });
    return this.#note(address, null);
  }

  /** The cluster as a whole was asked; what it did not say this time stays. */
  told(look: WholeLook): void {
    const panels: Partial<Record<SystemPanel, PanelLook>> = { ...this.#whole.panels };
    for (const [name, said] of Object.entries(look.panels) as [SystemPanel, PanelLook][]) {
      const facts = said.facts ?? panels[name]?.facts;
      panels[name] = { ...said, ...(facts === undefined ? {} : { facts }) };
    }
    // What autopilot said before an election holds no longer.
    const { autopilot: _, ...kept } = this.#whole;
    this.#whole = { ...kept, ...look, panels };
    for (const { apiAddress, clusterAddress } of look.haNodes ?? [])
      this.#clusterOf.set(this.#addressOf(this.#aliases.get(apiAddress) ?? apiAddress), clusterAddress);
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
    if (before === undefined) return [];
    const state = stateEvent(before.verdict, verdict, seen.at);
    const events = [...eventsBetween(before.seen, seen), ...(state === undefined ? [] : [state])];
    if (events.length > 0) this.#timeline = [...this.#timeline, ...events].slice(-MOST_EVENTS);
    return events;
  }

  /** Why the cluster as a whole cannot be asked now: the connection's own node does not answer, or is not open. */
  #closed(): AppError | undefined {
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
    const { haNodes = [], raftServers = [] } = this.#whole;
    const autopilot = this.#closed() === undefined ? this.#whole.autopilot : undefined;
    const asKnown = (address: string): string => this.#aliases.get(address) ?? address;
    const leaderAddress = asKnown(this.#leaderAddress);
    const named = namedNodes({
      ...{ confirmed: this.#addresses, clusterOf: this.#clusterOf, leaderAddress, raftServers },
      haNodes: haNodes.map((node) => ({ ...node, apiAddress: asKnown(node.apiAddress) })),
      autopilot: autopilot?.nodes ?? new Map(),
    });
    const nodes = named.map((node): ClusterNode => {
      if (node.asked !== 'asked') return node;
      const state = this.#nodes.get(this.#addressOf(node.address));
      if (state === undefined) return { ...node, asked: 'waiting' };
      const { look, problem, certificateEnds } = state;
      if (node.sources.includes('raft')) this.#raftIds.set(node.address, node.name);
      const raftId = this.#raftIds.get(node.address);
      // Servers before 1.19 do not say it themselves: they answer as if they were well (hashicorp/vault issue 17920).
      const removed = raftId !== undefined && !raftServers.some(({ nodeId }) => nodeId === raftId);
      const name = removed ? raftId : node.name || (look?.name ?? '');
      return {
        ...{ ...node, name },
        ...(look === undefined ? {} : { answer: answerOf(look, removed), roundTripMs: look.roundTripMs }),
        ...(problem === undefined ? {} : { problem }),
        ...(certificateEnds === undefined ? {} : { certificateEnds }),
      };
    });
    const leader = nodes.find(({ address }) => leaderAddress !== '' && isSameAddress(address, leaderAddress));
    return {
      ...{ at: this.#at, nodes },
      ...(leader === undefined || leader.asked === 'asked' ? {} : { leaderNotAsked: true }),
      ...(autopilot === undefined ? {} : { autopilot: autopilot.state }),
    };
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
