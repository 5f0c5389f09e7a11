/** Parses the responses of system operations into facts for the screen (vault-http-facts 6.4, 6.5). */
import type {
  HaNode,
  KeyFacts,
  LeaderFacts,
  RekeyFacts,
  RootGenerationFacts,
  SealFacts,
} from '../../../shared/vault/system.ts';
import { asNumber, asObject, asText, asTexts, bodyOf } from '../../vault/api/fields.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';

/** Go's zero time means not set. */
function timeOf(value: unknown): string {
  const text = asText(value);
  return text.startsWith('0001-01-01') ? '' : text;
}

/** `sys/seal-status`; also the response to an unseal. */
export function sealFacts(answer: VaultAnswer): SealFacts {
  const body = bodyOf(answer);
  return {
    panel: 'seal',
    type: asText(body['type']),
    initialized: body['initialized'] === true,
    sealed: body['sealed'] === true,
    threshold: asNumber(body['t']),
    shares: asNumber(body['n']),
    progress: asNumber(body['progress']),
    version: asText(body['version']),
    storageType: asText(body['storage_type']),
    clusterName: asText(body['cluster_name']),
    migration: body['migration'] === true,
    recoverySeal: body['recovery_seal'] === true,
    built: timeOf(body['build_date']) || timeOf(body['commit_date']),
  };
}

/** `sys/key-status`. */
export function keyFacts(answer: VaultAnswer): KeyFacts {
  const body = bodyOf(answer);
  return {
    panel: 'keys',
    term: asNumber(body['term']),
    installTime: timeOf(body['install_time']),
    encryptions: asNumber(body['encryptions']),
  };
}

/** `sys/leader`, without its nodes. */
export function leaderFacts(answer: VaultAnswer): LeaderFacts {
  const body = bodyOf(answer);
  return {
    panel: 'leader',
    haEnabled: body['ha_enabled'] === true,
    isSelf: body['is_self'] === true,
    leaderAddress: asText(body['leader_address']),
    clusterAddress: asText(body['leader_cluster_address']),
    performanceStandby: body['performance_standby'] === true,
    activeTime: timeOf(body['active_time']),
    raftCommitted: asNumber(body['raft_committed_index']),
    raftApplied: asNumber(body['raft_applied_index']),
  };
}

/** `sys/ha-status`. */
export function haNodes(answer: VaultAnswer): readonly HaNode[] {
  const { nodes } = bodyOf(answer);
  return (Array.isArray(nodes) ? nodes : []).map((value) => {
    const node = asObject(value);
    return {
      hostname: asText(node['hostname']),
      apiAddress: asText(node['api_address']),
      clusterAddress: asText(node['cluster_address']),
      active: node['active_node'] === true,
      version: asText(node['version']),
      lastEcho: timeOf(node['last_echo']),
    };
  });
}

/** `sys/rekey/init`, or its newer path. */
export function rekeyFacts(answer: VaultAnswer): RekeyFacts {
  const body = bodyOf(answer);
  return {
    panel: 'rekey',
    started: body['started'] === true,
    threshold: asNumber(body['t']),
    shares: asNumber(body['n']),
    progress: asNumber(body['progress']),
    required: asNumber(body['required']),
    backup: body['backup'] === true,
    verificationRequired: body['verification_required'] === true,
    pgpFingerprints: asTexts(body['pgp_fingerprints']),
  };
}

/** `sys/generate-root/attempt`, or its newer path. */
export function rootGenerationFacts(answer: VaultAnswer): RootGenerationFacts {
  const body = bodyOf(answer);
  return {
    panel: 'root-generation',
    started: body['started'] === true,
    progress: asNumber(body['progress']),
    required: asNumber(body['required']),
    complete: body['complete'] === true,
    pgpFingerprint: asText(body['pgp_fingerprint']),
  };
}
