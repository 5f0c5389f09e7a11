/**
 * The server's state and its keys (specification, "System operations"; vault-http-facts 6.4, 6.5, 6.13). All of it is
 * read only and can be repeated.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type {
  HaNode,
  KeyFacts,
  LeaderFacts,
  RekeyFacts,
  RootGenerationFacts,
  SealFacts,
} from '../../../shared/vault/system.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, reading } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTexts, bodyOf } from './fields.ts';

/** The answer, and the one of the server's paths that gave it. */
export interface SystemAnswer {
  readonly answer: VaultAnswer;
  readonly endpoint: string;
}

/** Seal status; needs no token and sends none. */
export function sealStatus(caller: Omit<Caller, 'token'>): Promise<VaultAnswer> {
  const { client, repeatable, signal } = caller;
  return read({ client, repeatable, signal }, 'sys/seal-status');
}

/** The encryption key's term and installation, in `data`. */
export function keyStatus(caller: Caller): Promise<VaultAnswer> {
  return read(caller, 'sys/key-status');
}

/** High availability and the current leader. */
export function leaderStatus(caller: Caller): Promise<VaultAnswer> {
  return read(caller, 'sys/leader');
}

/** The nodes of the cluster; needs a permission of its own, unlike `leaderStatus`. */
export async function haStatus(caller: Caller): Promise<readonly HaNode[]> {
  const { nodes } = bodyOf(await read(caller, 'sys/ha-status'));
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

function read(caller: Caller, path: string): Promise<VaultAnswer> {
  return ask(caller, reading(path));
}

/**
 * Servers differ in the path of the same function: the next is asked if one is missing. A refusal is reported rather
 * than an absence: it proves that the function exists.
 */
export async function firstOffered(caller: Caller, paths: readonly string[]): Promise<SystemAnswer> {
  let first: AppFailure | undefined;
  for (const path of paths) {
    try {
      return { answer: await read(caller, path), endpoint: path };
    } catch (failure) {
      if (!(failure instanceof AppFailure) || !absent.has(failure.error.kind)) throw failure;
      if (first === undefined || failure.error.kind === 'forbidden') first = failure;
    }
  }
  throw first ?? new AppFailure({ kind: 'not-offered', message: 'This server does not offer it.' });
}

const absent: ReadonlySet<string> = new Set([
  'not-offered',
  // The older paths exist in the root namespace only; the newer ones also in a namespace with unseal keys of its own.
  'root-namespace-only',
  'invalid-path',
  'forbidden',
]);

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
    nonce: asText(body['nonce']),
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
