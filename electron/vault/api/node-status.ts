/**
 * State of one node, read without a token: `sys/health`, and `sys/leader`, or `sys/seal-status` while it is sealed
 * (vault-http-facts 6.4). Two requests, never repeated: callers poll.
 */
import type { ServerKind } from '../../../shared/vault/server.ts';
import type { LeaderFacts } from '../../../shared/vault/system.ts';
import type { VaultAnswer, VaultClient } from '../http/types.ts';
import { asObject, asText } from './fields.ts';
import { askHealth, healthOf, nodeName, serverTimeMs } from './health.ts';
import type { HealthFacts } from './health.ts';
import { leaderFacts, sealFacts } from './system-status.ts';

export interface NodeHealth {
  readonly health: HealthFacts;
  /** Raft's id or the host name, if the listener sends it. */
  readonly node: string;
  /** Milliseconds since 1970 by the node's clock, in whole seconds; undefined if it sends none. */
  readonly serverTimeMs: number | undefined;
  /** True if raft has removed it: it answers as if healthy (hashicorp/vault issue 17920). */
  readonly removed: boolean;
  /** Empty without replication. */
  readonly replicationPerformance: string;
  readonly replicationDr: string;
}

/** Limits of one request. */
export interface Patience {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** `sys/health` of one node. */
export async function readNodeHealth(client: VaultClient, patience: Patience): Promise<NodeHealth> {
  const answer = await askHealth(client, { ...patience, noRetry: true });
  const body = asObject(answer.json());
  const health = healthOf(answer);
  return {
    health,
    node: nodeName(answer),
    serverTimeMs: serverTimeMs(answer),
    removed: body['removed_from_cluster'] === true,
    replicationPerformance: modeOf(body['replication_performance_mode'], health.kind),
    replicationDr: modeOf(body['replication_dr_mode'], health.kind),
  };
}

/** `sys/leader` of one node. Without high availability it is alone, and no other node can take over. */
export async function readNodeLeader(client: VaultClient, patience: Patience): Promise<LeaderFacts> {
  return leaderFacts(await get(client, 'sys/leader', patience));
}

/** `sys/seal-status` of one node: the unseal keys entered so far and needed. */
export async function readNodeSeal(
  client: VaultClient,
  patience: Patience,
): Promise<{ readonly progress: number; readonly threshold: number }> {
  const { progress, threshold } = sealFacts(await get(client, 'sys/seal-status', patience));
  return { progress, threshold };
}

function get(client: VaultClient, path: string, patience: Patience): Promise<VaultAnswer> {
  return client.send({ method: 'GET', path, noRetry: true, ...patience });
}

/**
 * `disabled` and `unknown` (of a sealed node) count as none. OpenBao calls itself a primary and has no replication.
 */
function modeOf(value: unknown, kind: ServerKind): string {
  const mode = asText(value);
  return kind === 'openbao' || mode === 'disabled' || mode === 'unknown' ? '' : mode;
}
