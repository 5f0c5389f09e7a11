import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { Quota, QuotaKind, QuotaSettings } from '../../../../shared/vault/quota.ts';
import { query, vault } from '../../../api/client.ts';
import { DraftForm, form, type Form } from '../../../parts/form/draft-form.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { field, type FieldList } from '../../../ui/fields.tsx';

/** A quota to create or change. */
export function quotaForm(
  sessionId: string,
  kind: QuotaKind,
  quota: Quota | undefined,
  saved: () => void,
): Form {
  const isNew = quota === undefined;
  const isRate = kind === 'rate-limit';
  return form({
    title: isNew ? (isRate ? 'Create a rate limit' : 'Create a lease count') : `Edit quota ${quota.name}`,
    action: isNew ? 'Create…' : 'Save…',
    failed: 'The quota was not saved',
    first: {
      name: quota?.name ?? '',
      path: quota?.path ?? '',
      role: quota?.role ?? '',
      rate: String(quota?.rate ?? 1000),
      interval: String(quota?.intervalSeconds ?? 1),
      block: String(quota?.blockSeconds ?? 0),
      leases: String(quota?.maxLeases ?? 10_000),
      inheritable: quota?.inheritable ?? false,
    },
    submit: async ({ name, path, role, rate, interval, block, leases, inheritable }) => {
      const next: Quota = {
        kind,
        name: name.trim(),
        path: path.trim(),
        role: role.trim(),
        inheritable,
        rate: isRate ? Number(rate) : 0,
        intervalSeconds: isRate ? Number(interval) : 1,
        blockSeconds: isRate ? Number(block) : 0,
        maxLeases: isRate ? 0 : Number(leases),
      };
      await vault.quota.save({ sessionId, quota: next, created: isNew });
      saved();
    },
    fields: ({ name, rate, interval, block, leases }) => [
      isNew &&
        field.mono('name', 'Name', {
          needed: true,
          error: /^[^/]+$/.test(name.trim()) || 'A name without a slash.',
        }),
      isRate &&
        field.pair(
          field.text('rate', 'Requests', {
            inputMode: 'decimal',
            error: Number(rate) > 0 || 'A number above 0.',
          }),
          field.text('interval', 'Interval in seconds', {
            inputMode: 'decimal',
            error: Number(interval) >= 1 || 'At least 1.',
          }),
        ),
      !isRate &&
        field.text('leases', 'Max leases', {
          inputMode: 'numeric',
          error: /^[1-9]\d*$/.test(leases.trim()) || 'A whole number above 0.',
        }),
      field.mono('path', 'Path', {
        optional: true,
        hint: 'A namespace, mount or path. Defaults to the whole server, you included.',
      }),
      field.mono('role', 'Role', {
        optional: true,
        hint: 'A role of the auth method at this path',
      }),
      isRate &&
        field.text('block', 'Block interval in seconds', {
          hint: 'How long a client over the limit stays blocked. 0: until it is below it.',
          inputMode: 'decimal',
          error: (block.trim() !== '' && Number(block) >= 0) || '0 or more.',
        }),
      field.check('inheritable', 'Includes child namespaces'),
    ],
  });
}

const settingsFields: FieldList<QuotaSettings> = [
  field.check('responseHeaders', 'Send limits in response headers'),
  field.check(
    'auditLogging',
    'Record refused requests in the audit log',
    'A flood of refused requests fills the log.',
  ),
  field.names('exemptPaths', 'Exempt paths', 'Never limited; separated by commas', ','),
];

export interface QuotaSettingsFormProps {
  readonly session: SessionView;
  readonly onClose: () => void;
}

/** Settings shared by all rate limits. */
export function QuotaSettingsForm({ session, onClose }: QuotaSettingsFormProps) {
  const { sessionId } = session;
  const read = useRead(session, query('quota.settings', { sessionId }));
  return (
    <DraftForm
      changed
      title="Rate limit settings"
      action="Save…"
      failed="The settings were not saved"
      first={read.data}
      waiting={
        <Loaded query={read} failed="The settings could not be read">
          {() => null}
        </Loaded>
      }
      onClose={onClose}
      submit={async (settings) => {
        await vault.quota.saveSettings({ sessionId, settings });
        read.refresh();
      }}
      fields={settingsFields}
    />
  );
}
