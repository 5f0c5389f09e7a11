/** Quotas (`sys/quotas`). Only Vault Enterprise offers lease counts. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Quota, QuotaKind, QuotaSettings } from '../../../shared/vault/quota.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';
import { asNumber, asText, asTexts, dataOf } from './fields.ts';
import { isEmptyList } from './lists.ts';

/** The names of the quotas of a kind. Rejects with `not-offered`. */
export async function quotaNames(caller: Caller, kind: QuotaKind): Promise<readonly string[]> {
  try {
    const answer = await offered(caller, {
      method: 'GET',
      path: `sys/quotas/${kind}`,
      query: { list: 'true' },
      safe: true,
      capability: 'list',
    });
    return asTexts(dataOf(answer)['keys']);
  } catch (failure) {
    if (failure instanceof AppFailure && isEmptyList(failure)) return [];
    throw failure;
  }
}

export async function readQuota(caller: Caller, kind: QuotaKind, name: string): Promise<Quota> {
  const path = `sys/quotas/${kind}/${name}`;
  const data = dataOf(await offered(caller, { method: 'GET', path, safe: true, capability: 'read' }));
  return {
    kind,
    name,
    path: asText(data['path']),
    role: asText(data['role']),
    inheritable: data['inheritable'] === true,
    rate: asNumber(data['rate']),
    intervalSeconds: secondsOf(data['interval']),
    blockSeconds: secondsOf(data['block_interval']),
    maxLeases: asNumber(data['max_leases']),
  };
}

/** Creates or replaces a quota. */
export function writeQuota(caller: Caller, quota: Quota): Promise<VaultAnswer> {
  const { kind, name, path, role, inheritable } = quota;
  const common = { path, ...(role === '' ? {} : { role }), ...(path === '' ? {} : { inheritable }) };
  const body =
    kind === 'lease-count'
      ? { ...common, max_leases: quota.maxLeases }
      : {
          ...common,
          rate: quota.rate,
          interval: `${String(quota.intervalSeconds)}s`,
          block_interval: `${String(quota.blockSeconds)}s`,
        };
  return offered(caller, {
    method: 'POST',
    path: `sys/quotas/${kind}/${name}`,
    body: JSON.stringify(body),
    capability: 'update',
  });
}

export function removeQuota(caller: Caller, kind: QuotaKind, name: string): Promise<VaultAnswer> {
  return offered(caller, { method: 'DELETE', path: `sys/quotas/${kind}/${name}`, capability: 'delete' });
}

export async function readQuotaSettings(caller: Caller): Promise<QuotaSettings> {
  const path = 'sys/quotas/config';
  const data = dataOf(await offered(caller, { method: 'GET', path, safe: true, capability: 'read' }));
  return {
    auditLogging: data['enable_rate_limit_audit_logging'] === true,
    responseHeaders: data['enable_rate_limit_response_headers'] === true,
    exemptPaths: asTexts(data['rate_limit_exempt_paths']),
  };
}

/** Replaces the settings. */
export function writeQuotaSettings(caller: Caller, settings: QuotaSettings): Promise<VaultAnswer> {
  return offered(caller, {
    method: 'POST',
    path: 'sys/quotas/config',
    body: JSON.stringify({
      enable_rate_limit_audit_logging: settings.auditLogging,
      enable_rate_limit_response_headers: settings.responseHeaders,
      rate_limit_exempt_paths: settings.exemptPaths,
    }),
    capability: 'update',
  });
}

/** Servers refuse Enterprise's features in words, without an own status. */
async function offered(caller: Caller, request: CallerRequest): Promise<VaultAnswer> {
  try {
    return await ask(caller, request);
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (!(error.serverErrors ?? []).some((text) => /enterprise[- ]only/i.test(text))) throw failure;
    throw new AppFailure({
      ...error,
      kind: 'not-offered',
      message: 'This server does not offer this kind of quota: only Vault Enterprise does.',
      hint: 'Rate limits are offered by every server.',
    });
  }
}

/** Vault sends seconds; durations are understood, too. */
function secondsOf(value: unknown): number {
  return typeof value === 'string' ? (parseDuration(value) ?? 0) : asNumber(value);
}
