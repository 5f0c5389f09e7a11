/** The integrated storage (`sys/storage/raft`; vault-http-facts 6.14, 6.16). */
import type { AutopilotSettings, AutopilotState, RaftPeer } from '../../../shared/vault/raft.ts';
import type { BodySink, BodyStream, VaultAnswer } from '../http/types.ts';
import { ask, readObject, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText } from './fields.ts';

const base = 'sys/storage/raft';

/** Servers of the cluster as raft has them. Rejects with `not-offered` if another storage is in use. */
export async function raftConfiguration(
  caller: Caller,
): Promise<readonly Pick<RaftPeer, 'nodeId' | 'address' | 'leader' | 'voter'>[]> {
  const data = await readObject(caller, `${base}/configuration`);
  const { servers } = asObject(data['config']);
  return (Array.isArray(servers) ? servers : []).map((value) => {
    const server = asObject(value);
    return {
      nodeId: asText(server['node_id']),
      address: asText(server['address']),
      leader: server['leader'] === true,
      voter: server['voter'] === true,
    };
  });
}

/** Removes a node from the cluster. The server answers the same for a node outside of it. */
export function removePeer(caller: Caller, nodeId: string): Promise<VaultAnswer> {
  return ask(caller, writing(`${base}/remove-peer`, { server_id: nodeId }));
}

/** Autopilot's state of the cluster, and of each of its servers by node ID. */
export async function autopilotState(caller: Caller): Promise<{
  readonly state: AutopilotState;
  readonly servers: ReadonlyMap<string, Omit<Required<RaftPeer>, 'nodeId' | 'leader'>>;
}> {
  const data = await readObject(caller, `${base}/autopilot/state`);
  return {
    state: { healthy: data['healthy'] === true, failureTolerance: asNumber(data['failure_tolerance']) },
    servers: new Map(
      Object.entries(asObject(data['servers'])).map(([id, value]) => {
        const server = asObject(value);
        return [
          id,
          {
            address: asText(server['address']),
            voter: server['status'] === 'leader' || server['status'] === 'voter',
            healthy: server['healthy'] === true,
            lastContact: asText(server['last_contact']),
            lastIndex: asNumber(server['last_index']),
            version: asText(server['version']),
          },
        ];
      }),
    ),
  };
}

/** `24h`, which Go writes as `24h0m0s`. */
function asDuration(value: unknown): string {
  return asText(value)
    .replace(/(?<=m)0s$/, '')
    .replace(/(?<=h)0m$/, '');
}

export async function autopilotSettings(caller: Caller): Promise<AutopilotSettings> {
  const data = await readObject(caller, `${base}/autopilot/configuration`);
  return {
    cleanupDeadServers: data['cleanup_dead_servers'] === true,
    deadServerLastContactThreshold: asDuration(data['dead_server_last_contact_threshold']),
    lastContactThreshold: asDuration(data['last_contact_threshold']),
    serverStabilizationTime: asDuration(data['server_stabilization_time']),
    maxTrailingLogs: asNumber(data['max_trailing_logs']),
    minQuorum: asNumber(data['min_quorum']),
  };
}

/** Changes the settings of autopilot. */
export function setAutopilotSettings(caller: Caller, settings: AutopilotSettings): Promise<VaultAnswer> {
  return ask(
    caller,
    writing(`${base}/autopilot/configuration`, {
      cleanup_dead_servers: settings.cleanupDeadServers,
      dead_server_last_contact_threshold: settings.deadServerLastContactThreshold,
      last_contact_threshold: settings.lastContactThreshold,
      server_stabilization_time: settings.serverStabilizationTime,
      max_trailing_logs: settings.maxTrailingLogs,
      min_quorum: settings.minQuorum,
    }),
  );
}

/** A snapshot can be many gigabytes; only the server's silence ends it early. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
/** The server makes a snapshot, or reads one, before its first byte. */
const LONGEST_SILENCE_MS = 10 * 60 * 1000;
const longRunning = { timeoutMs: LONGEST_MS, idleMs: LONGEST_SILENCE_MS } as const;

/** Streams a snapshot. Its end does not prove that it is whole. */
export function downloadSnapshot(caller: Caller, into: BodySink): Promise<VaultAnswer> {
  return ask(caller, { method: 'GET', path: `${base}/snapshot`, ...longRunning, into, capability: 'read' });
}

/** API path that restores a snapshot; `force`: of a cluster with other keys, too. */
export function restorePath(force: boolean): string {
  return `${base}/snapshot${force ? '-force' : ''}`;
}

/** Replaces everything in the cluster by a snapshot. Only the leader takes one. */
export function uploadSnapshot(caller: Caller, stream: BodyStream, force: boolean): Promise<VaultAnswer> {
  return ask(caller, {
    method: 'POST',
    path: restorePath(force),
    ...longRunning,
    stream,
    capability: 'update',
  });
}
