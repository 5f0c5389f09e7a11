/** `sys/replication/status` of Vault Enterprise; needs no token and is sent none. */
import type { ReplicationFacts, ReplicationPeer } from '../../../shared/vault/replication.ts';
import { ask, reading } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';

/** Both kinds, if they are on. Rejects with `not-offered` or `invalid-path` if the server has none. */
export async function replicationStatus(caller: Omit<Caller, 'token'>): Promise<readonly ReplicationFacts[]> {
  const { client, repeatable, signal } = caller;
  const anonymous = { client, repeatable, signal };
  const answer = await ask(anonymous, reading('sys/replication/status'));
  const data = dataOf(answer);
  return (['performance', 'dr'] as const).flatMap((kind): ReplicationFacts[] => {
    const body = asObject(data[kind]);
    const mode = asText(body['mode']);
    if (mode !== 'primary' && mode !== 'secondary' && mode !== 'bootstrapping') return [];
    return [
      {
        kind,
        mode,
        state: asText(body['state']),
        peers: mode === 'primary' ? secondariesOf(body) : primariesOf(body),
        corrupted: body['corrupted_merkle_tree'] === true,
      },
    ];
  });
}

/** Secondaries: heard ones, and those only known. */
function secondariesOf(body: Readonly<Record<string, unknown>>): readonly ReplicationPeer[] {
  const heard = listOf(body['secondaries']).map((value) => peerOf(value, 'node_id'));
  const known = listOf(body['known_secondaries']).map(asText);
  return [
    ...heard,
    ...known
      .filter((name) => name !== '' && !heard.some((peer) => peer.name === name))
      .map((name) => ({ name, connected: false, lastHeartbeat: '' })),
  ];
}

function primariesOf(body: Readonly<Record<string, unknown>>): readonly ReplicationPeer[] {
  const told = listOf(body['primaries']).map((value) => peerOf(value, 'api_address'));
  const state = asText(body['connection_state']);
  // Servers before 1.5 have no list.
  if (told.length > 0 || state === '') return told;
  return [{ name: asText(body['primary_cluster_addr']), connected: state === 'ready', lastHeartbeat: '' }];
}

function peerOf(value: unknown, named: string): ReplicationPeer {
  const peer = asObject(value);
  const heard = asText(peer['last_heartbeat']);
  return {
    name: asText(peer[named]) || asText(peer['api_address']) || asText(peer['cluster_address']),
    connected: asText(peer['connection_status']) === 'connected',
    // Go's zero time.
    lastHeartbeat: heard.startsWith('0001-') ? '' : heard,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
