/**
 * One look at a cluster. Each node is asked individually, by a client of its own and without a token: two requests.
 * The cluster as a whole is asked with the session's token, at the session's own address, or while that does not
 * answer at the next confirmed one: at most six requests, in sequence on one connection. If nodes report replication,
 * one more without a token.
 */
import { fail, ok } from '../../../shared/ipc/result.ts';
import { clockAheadMs } from '../../../shared/vault/clock.ts';
import type { Asked } from '../../../shared/vault/clock.ts';
import type { AppError, CertificateFacts, Result } from '../../../shared/ipc/result.ts';
import type { NodeAnswer, NodeRole, PanelLook, ReplicationLook } from '../../../shared/vault/cluster.ts';
import type { HaNode, LeaderFacts, SystemPanel } from '../../../shared/vault/system.ts';
import { replicationStatus } from '../../vault/api/replication.ts';
import { readNodeHealth, readNodeLeader, readNodeSeal } from '../../vault/api/node-status.ts';
import type { NodeHealth, Patience } from '../../vault/api/node-status.ts';
import { autopilotState, raftConfiguration } from '../../vault/api/raft.ts';
import { haStatus } from '../../vault/api/system-status.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { CeremonyEnds } from './ceremony-ends.ts';
import { autopilotOf } from './nodes.ts';
import type { Autopilot, RaftServer } from './nodes.ts';
import { askPanel } from './panels.ts';

/** Answer of a node, with its round trip. */
export interface NodeLook {
  readonly answer: NodeAnswer;
  /** Round trip on an open connection, in milliseconds. */
  readonly roundTripMs: number;
  /** Certificate chain of the node, leaf first; empty without TLS. */
  readonly chain: readonly CertificateFacts[];
  /** Name from its listener, else empty. */
  readonly name: string;
  readonly leaderAddress: string;
  /** Taken from the answer about the leader; behind a load balancer another node can give the one about health. */
  readonly leads: boolean;
  /** Taken from the answer about its health. */
  readonly standby: boolean;
  /** True if it reports to have no cluster. */
  readonly alone: boolean;
}

/**
 * Asks one node; with `health` only for its health and its leader. Rejects with `AppFailure` if it does not answer.
 */
export async function lookAtNode(
  client: VaultClient,
  patience: Patience,
  what: 'all' | 'health' = 'all',
): Promise<NodeLook> {
  const askedMs = Date.now();
  const said = await readNodeHealth(client, patience);
  const { health } = said;
  const saidMs = Date.now();
  const startedMs = performance.now();
  // A sealed node knows no leader, but reports the progress of unsealing.
  const isOpen = health.initialized && !health.sealed;
  const leader = isOpen ? await readNodeLeader(client, patience) : undefined;
  const unseal = isOpen || what === 'health' ? undefined : await readNodeSeal(client, patience);
  const roundTripMs = performance.now() - startedMs;
  return {
    answer: answerOf(said, leader, health.sealed ? unseal : undefined, { askedMs, saidMs }),
    roundTripMs: Math.round(roundTripMs * 10) / 10,
    chain: client.peerChain(),
    name: said.node,
    leaderAddress: leader?.leaderAddress ?? '',
    leads: leader?.isSelf === true,
    standby: said.health.standby,
    alone: leader?.haEnabled === false,
  };
}

function answerOf(
  said: NodeHealth,
  leader: LeaderFacts | undefined,
  unseal: NodeAnswer['unseal'],
  when: Asked,
): NodeAnswer {
  const { health, serverTimeMs, replicationPerformance, replicationDr, removed } = said;
  const { initialized, sealed, version, clusterId, clusterName } = health;
  const replication =
    replicationPerformance === '' && replicationDr === ''
      ? {}
      : { replication: { performance: replicationPerformance, disasterRecovery: replicationDr } };
  return {
    initialized,
    sealed,
    version,
    clusterId,
    clusterName,
    removed,
    role: roleOf(said, leader),
    ...(leader === undefined || leader.raftApplied === 0 ? {} : { raftApplied: leader.raftApplied }),
    ...(serverTimeMs === undefined ? {} : { clockSkewMs: 0 - clockAheadMs(when, serverTimeMs) }),
    ...(unseal === undefined ? {} : { unseal }),
    ...replication,
  };
}

function roleOf({ health, replicationDr }: NodeHealth, leader: LeaderFacts | undefined): NodeRole {
  if (leader === undefined) return 'unknown';
  if (replicationDr === 'secondary') return 'dr-secondary';
  if (health.performanceStandby) return 'performance-standby';
  return health.standby ? 'standby' : 'leader';
}

/** Answers of the cluster as a whole. Members are absent if they were not asked for. */
export interface WholeLook {
  readonly haNodes?: readonly HaNode[];
  readonly raftServers?: readonly RaftServer[];
  readonly autopilot?: Autopilot;
  readonly replication?: ReplicationLook;
  readonly panels: Readonly<Partial<Record<SystemPanel, PanelLook>>>;
  /** First error that concerns the whole connection. */
  readonly trouble?: AppError;
}

/** Errors that asking again would not change. */
const lasting: ReadonlySet<string> = new Set([
  'forbidden',
  'not-offered',
  'root-namespace-only',
  'unauthenticated',
  'invalid-path',
]);
/** Errors that the other requests would meet too. */
const ending: ReadonlySet<string> = new Set([
  'network',
  'tls',
  'timeout',
  'cancelled',
  'other-cluster',
  'locked',
]);

/** Requests about the cluster as a whole; remembers from look to look which need not be repeated. */
export class WholeCluster {
  /** Endpoints of ceremonies, once known. */
  readonly #places = new Map<SystemPanel, string>();
  readonly #refused = new Map<string, AppError>();
  readonly #ends = new CeremonyEnds();

  /** Lets the next look repeat refused requests. */
  forgetRefusals(): void {
    this.#refused.clear();
  }

  /** Looks once. Never rejects; refusals are in the panels. `at`: an unsealed node. */
  async look({ caller, anonymous }: At, { replicates = false } = {}): Promise<WholeLook> {
    let trouble: AppError | undefined;
    let over = false;
    const panels: Partial<Record<SystemPanel, PanelLook>> = {};
    const once = async <T>(what: string, question: () => Promise<T>): Promise<Result<T> | undefined> => {
      const refused = this.#refused.get(what);
      if (refused !== undefined) return fail(refused);
      if (over) return undefined;
      try {
        return ok(await question());
      } catch (failure) {
        const error = asAppError(failure);
        if (lasting.has(error.kind)) this.#refused.set(what, error);
        over ||= ending.has(error.kind);
        if (error.kind === 'unauthenticated' || over) trouble ??= error;
        return fail(error);
      }
    };
    const panel = async (name: SystemPanel): Promise<void> => {
      const said = await once(name, async () => {
        const { facts, answer, endpoint } = await askPanel(asker, name, this.#places.get(name));
        this.#places.set(name, endpoint);
        if (facts.panel === 'rekey' || facts.panel === 'root-generation')
          await this.#ends.note({ anonymous }, facts, answer);
        return facts;
      });
      if (said === undefined) return;
      const ended = this.#ends.of(name);
      panels[name] = said.ok
        ? { facts: said.value, ...(ended === undefined ? {} : { ended }) }
        : { problem: said.error };
    };
    // A token with limited uses is not spent without the user's request.
    const withToken = caller.token !== undefined && caller.repeatable;
    // Newer servers require a token for facts that older ones give without one.
    const asker = { ...(withToken ? caller : anonymous), repeatable: false };
    const ha = withToken ? await once('ha-status', () => haStatus(asker)) : undefined;
    const autopilot = withToken
      ? await once('autopilot', async () => autopilotOf(await autopilotState(asker)))
      : undefined;
    const raft = withToken ? await once('raft', () => raftConfiguration(asker)) : undefined;
    if (withToken) await panel('keys');
    await panel('rekey');
    await panel('root-generation');
    const replication = replicates
      ? await once('replication', () => replicationStatus(anonymous))
      : undefined;
    return {
      panels,
      ...(replication === undefined
        ? {}
        : { replication: replication.ok ? { facts: replication.value } : { problem: replication.error } }),
      ...(ha?.ok === true ? { haNodes: ha.value } : {}),
      // Autopilot knows no node for some seconds after an election.
      ...(autopilot?.ok === true && autopilot.value.nodes.size > 0 ? { autopilot: autopilot.value } : {}),
      ...(raft?.ok === true ? { raftServers: raft.value } : {}),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }
}
