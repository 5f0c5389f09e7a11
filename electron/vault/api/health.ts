/**
 * `sys/health` (vault-http-facts 6.4): unauthenticated and in the root namespace. Its status codes are data, so it is
 * asked for 200 in every state; the codes of older servers that ignore this are understood as well.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { clockAheadMs } from '../../../shared/vault/clock.ts';
import type { Asked } from '../../../shared/vault/clock.ts';
import type { Health, ServerKind } from '../../../shared/vault/server.ts';
import { connectionQuery } from '../http/same-cluster.ts';
import type { VaultAnswer, VaultClient, VaultRequest } from '../http/types.ts';
import { asNumber, asObject, asText } from './fields.ts';
import { readSealStatus } from './seal.ts';

const healthQuery = { ...connectionQuery, standbyok: 'true', perfstandbyok: 'true' };
const healthStatuses: readonly number[] = [429, 472, 473, 474, 501, 503, 530];

/** Vault sends `enterprise` since 1.16; OpenBao never does. Older Vaults are known by their version. */
const vaultBeforeEnterpriseField = /^(?:0\.|1\.(?:\d|1[0-5])(?:\.|$))/;

export interface HealthAnswer {
  readonly health: Health;
  /** Name of the node that answered; empty if the listener does not send it. */
  readonly node: string;
}

/** One node's health, with the unseal progress of a sealed one. `client` must speak for the root namespace. */
export async function readHealth(client: VaultClient, signal?: AbortSignal): Promise<HealthAnswer> {
  const askedMs = Date.now();
  const answer = await askHealth(client, { safe: true, signal });
  const clock = clockOf(answer, { askedMs, saidMs: Date.now() });
  const health = healthOf(answer);
  const namespaces = await honoursNamespaces(client, health, signal);
  const unseal = health.sealed && health.initialized ? await unsealProgress(client, signal) : undefined;
  return {
    health: { ...health, ...clock, namespaces, ...(unseal === undefined ? {} : { unseal }) },
    node: nodeName(answer),
  };
}

/** A smaller difference does not matter, and would change with every look. */
const SAME_CLOCK_MS = 2_000;

function clockOf(answer: VaultAnswer, asked: Asked): Pick<Health, 'clockAheadMs'> {
  const serverMs = serverTimeMs(answer);
  const aheadMs = serverMs === undefined ? 0 : clockAheadMs(asked, serverMs);
  return Math.abs(aheadMs) < SAME_CLOCK_MS ? {} : { clockAheadMs: Math.round(aheadMs / 1000) * 1000 };
}

/**
 * The server's time in an answer of `sys/health`, milliseconds since 1970 in whole seconds; undefined if it sends
 * none.
 */
export function serverTimeMs({ json, headers }: Pick<VaultAnswer, 'json' | 'headers'>): number | undefined {
  const seconds = asNumber(asObject(json())['server_time_utc']);
  if (seconds > 0) return seconds * 1000;
  const { date } = headers;
  const ms = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Sends the one request; the server answers 200 in every state. */
export function askHealth(
  client: VaultClient,
  how: Pick<VaultRequest, 'safe' | 'noRetry' | 'timeoutMs' | 'signal'>,
): Promise<VaultAnswer> {
  return client.send({
    method: 'GET',
    path: 'sys/health',
    query: healthQuery,
    acceptStatus: (status) => healthStatuses.includes(status),
    ...how,
  });
}

/** Facts in one answer of `sys/health`. */
export type HealthFacts = Omit<Health, 'namespaces' | 'clockAheadMs'>;

/** Reads a `sys/health` body. Throws `bad-answer` if it is not one. */
export function healthOf(answer: Pick<VaultAnswer, 'json' | 'status'>): HealthFacts {
  const body = asObject(answer.json());
  if (typeof body['initialized'] !== 'boolean' || typeof body['sealed'] !== 'boolean') {
    throw new AppFailure({
      kind: 'bad-answer',
      message: 'Something answered at this address, but not as Vault or OpenBao does.',
      hint: 'Check the address and port; a web server or a proxy may be in front of it.',
      status: answer.status,
      method: 'GET',
      path: 'sys/health',
    });
  }
  const version = asText(body['version']);
  const kind: ServerKind =
    typeof body['enterprise'] === 'boolean' || vaultBeforeEnterpriseField.test(version) ? 'vault' : 'openbao';
  const enterprise = body['enterprise'] === true || (kind === 'vault' && version.includes('+ent'));
  return {
    kind,
    version,
    initialized: body['initialized'],
    sealed: body['sealed'],
    standby: body['standby'] === true,
    performanceStandby: body['performance_standby'] === true,
    enterprise,
    clusterName: asText(body['cluster_name']),
    clusterId: asText(body['cluster_id']),
  };
}

/**
 * Vault sends `enterprise`. OpenBao sends no such field, and its version proves nothing (a build by hand calls itself
 * `2.0.0-HEAD`), so the first health of a connection probes: a server with namespaces refuses `sys/health` below its
 * root, one without them ignores the header. Neither token nor login is needed, unlike for `LIST sys/namespaces`, for
 * which Vault's community edition refuses a poor token with the same 403 as OpenBao.
 */
async function honoursNamespaces(
  client: VaultClient,
  { kind, enterprise }: HealthFacts,
  signal?: AbortSignal,
): Promise<boolean> {
  if (kind === 'vault') return enterprise;
  if (client.options.namespaces !== undefined) return client.options.namespaces;
  try {
    const { status } = await client.send({
      method: 'GET',
      path: 'sys/health',
      query: healthQuery,
      probesNamespaces: true,
      safe: true,
      // OpenBao up to 2.7 answers 400; a version with health below the root would not know the namespace (404).
      acceptStatus: (refused) => refused === 400 || refused === 404,
      signal,
    });
    return status !== 200;
  } catch (failure) {
    // A gateway that refuses the header: only the server's namespaces are out of reach.
    const { kind: why, status = 0 } = failure instanceof AppFailure ? failure.error : {};
    if (why !== 'rate-limited' && status >= 400 && status < 500) return false;
    throw failure;
  }
}

/** Unseal progress is optional: a server that does not report it is still a sealed server. */
async function unsealProgress(client: VaultClient, signal?: AbortSignal): Promise<Health['unseal']> {
  try {
    return await readSealStatus(client, signal);
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.kind !== 'cancelled') return undefined;
    throw failure;
  }
}

/** Raft's id or the host name of the node that answered; empty if the listener does not send it. */
export function nodeName(answer: VaultAnswer): string {
  for (const name of ['x-vault-raft-node-id', 'x-vault-hostname']) {
    const value = answer.headers[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
