/** Changes of quotas, and the question before each. */
import type { Quota, QuotaKind, QuotaSettings } from '../../../shared/vault/quota.ts';
import { removeQuota, writeQuota, writeQuotaSettings } from '../../vault/api/quotas.ts';
import type { Question } from '../../vault/http/types.ts';
import type { Session } from '../session/session.ts';

interface Done {
  readonly warnings: readonly string[];
}

/** Saves a quota. `created`: the page has no quota of this name. */
export function saveQuota(
  session: Session,
  quota: Quota,
  created: boolean,
  signal?: AbortSignal,
): Promise<Done> {
  const question: Question = {
    title: {
      absent: 'Create this quota?',
      present: created ? 'Replace this quota?' : 'Change this quota?',
      unknown: 'Create or replace this quota?',
    },
    body: [
      quota.kind === 'rate-limit'
        ? 'Requests beyond it are refused with 429, yours too where it covers them.'
        : 'Requests that would make one more lease are refused with 429.',
    ],
    action: {
      absent: 'Create quota',
      present: created ? 'Replace quota' : 'Change quota',
      unknown: 'Create or replace',
    },
  };
  return session.run(async (caller) => {
    const { warnings } = await writeQuota({ ...caller, consent: { question } }, quota);
    return { warnings };
  }, signal);
}

export function deleteQuota(
  session: Session,
  kind: QuotaKind,
  name: string,
  signal?: AbortSignal,
): Promise<Done> {
  const question: Question = {
    title: 'Delete this quota?',
    body: ['Its limit ends at once.'],
    action: 'Delete quota',
  };
  return session.run(async (caller) => {
    const { warnings } = await removeQuota({ ...caller, consent: { question } }, kind, name);
    return { warnings };
  }, signal);
}

export function saveQuotaSettings(
  session: Session,
  settings: QuotaSettings,
  signal?: AbortSignal,
): Promise<Done> {
  const question: Question = {
    title: 'Change the settings of rate limits?',
    body: [
      'They apply to every rate limit of the server. Exempt paths are never limited.',
      ...(settings.auditLogging ? ['Each refused request is recorded: a flood of them fills the log.'] : []),
    ],
    action: 'Change settings',
  };
  return session.run(async (caller) => {
    const { warnings } = await writeQuotaSettings({ ...caller, consent: { question } }, settings);
    return { warnings };
  }, signal);
}
