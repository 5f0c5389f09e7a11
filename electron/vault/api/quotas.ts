/** Quotas (`sys/quotas`). Only Vault Enterprise offers lease counts. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Quota, QuotaKind, QuotaSettings } from '../../../shared/vault/quota.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, readObject, writing } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asText, asTexts } from './fields.ts';
import { listNamesAt } from './lists.ts';

/** The names of the quotas of a kind. Rejects with `not-offered`. */
export function quotaNames(caller: Caller, kind: QuotaKind): Promise<readonly string[]> {
  return offered(listNamesAt(caller, `sys/quotas/${kind}`));
}

export async function readQuota(caller: Caller, kind: QuotaKind, name: string): Promise<Quota> {
  const data = await offered(readObject(caller, `sys/quotas/${kind}/${name}`));
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
  return offered(ask(caller, writing(`sys/quotas/${kind}/${name}`, body)));
}

export function removeQuota(caller: Caller, kind: QuotaKind, name: string): Promise<VaultAnswer> {
  return offered(ask(caller, deleting(`sys/quotas/${kind}/${name}`)));
}

export async function readQuotaSettings(caller: Caller): Promise<QuotaSettings> {
  const data = await offered(readObject(caller, 'sys/quotas/config'));
  return {
    auditLogging: data['enable_rate_limit_audit_logging'] === true,
    responseHeaders: data['enable_rate_limit_response_headers'] === true,
    exemptPaths: asTexts(data['rate_limit_exempt_paths']),
  };
}

/** Replaces the settings. */
export function writeQuotaSettings(caller: Caller, settings: QuotaSettings): Promise<VaultAnswer> {
  return offered(
    ask(
      caller,
      writing('sys/quotas/config', {
        enable_rate_limit_audit_logging: settings.auditLogging,
        enable_rate_limit_response_headers: settings.responseHeaders,
        rate_limit_exempt_paths: settings.exemptPaths,
      }),
    ),
  );
}

/** Servers refuse Enterprise's features in words, without an own status. */
async function offered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (!(error.serverErrors ?? []).some((text) => /enterprise[- ]only/i.test(text))) throw failure;
    throw new AppFailure({
      ...error,
      kind: 'not-offered',
      message: 'This kind of quota needs Vault Enterprise.',
      hint: '',
    });
  }
}

/** Vault sends seconds; durations are understood, too. */
function secondsOf(value: unknown): number {
  return typeof value === 'string' ? (parseDuration(value) ?? 0) : asNumber(value);
}
