/** Changes of quotas, and the question before each. */
import type { Fields } from '../../../shared/ipc/contract.ts';
import { notice, prose } from '../../../shared/ipc/prompt-notes.ts';
import { removeQuota, writeQuota, writeQuotaSettings } from '../../vault/api/quotas.ts';
import { change } from '../session/change.ts';

/** Saves a quota. `created`: the page has no quota of this name. */
export const saveQuota = change(
  ({ quota, created }: Fields<'quota.save'>) => ({
    title: {
      absent: 'Create this quota?',
      present: created ? 'Replace this quota?' : 'Change this quota?',
      unknown: 'Create or replace this quota?',
    },
    facts: [
      prose(
        'Above it',
        quota.kind === 'rate-limit'
          ? 'refused with 429, yours too if it covers them'
          : 'new leases are refused with 429',
      ),
    ],
    action: {
      absent: 'Create quota',
      present: created ? 'Replace quota' : 'Change quota',
      unknown: 'Create or replace',
    },
  }),
  (caller, { quota }) => writeQuota(caller, quota),
);

export const deleteQuota = change(
  { title: 'Delete this quota?', action: 'Delete quota' },
  (caller, { kind, name }: Fields<'quota.delete'>) => removeQuota(caller, kind, name),
);

export const saveQuotaSettings = change(
  ({ settings }: Fields<'quota.saveSettings'>) => ({
    title: 'Change the settings of rate limits?',
    notes: settings.auditLogging
      ? [notice('Each refused request is recorded: a flood of them fills the log.')]
      : [],
    action: 'Change settings',
  }),
  (caller, { settings }) => writeQuotaSettings(caller, settings),
);
