import { useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Quota, QuotaKind } from '../../../../shared/vault/quota.ts';
import { saveQuota } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldPair } from '../../../ui/field-pair.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';

export interface QuotaFormProps {
  readonly sessionId: string;
  readonly kind: QuotaKind;
  /** Undefined: a new quota. */
  readonly quota: Quota | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A quota to create or change. */
export function QuotaForm({ sessionId, kind, quota, onClose, onSaved }: QuotaFormProps) {
  const [typed, setTyped] = useState({
    name: quota?.name ?? '',
    path: quota?.path ?? '',
    role: quota?.role ?? '',
    rate: String(quota?.rate ?? 1000),
    interval: String(quota?.intervalSeconds ?? 1),
    block: String(quota?.blockSeconds ?? 0),
    leases: String(quota?.maxLeases ?? 10_000),
  });
  const [inheritable, setInheritable] = useState(quota?.inheritable ?? false);
  const { name, path, role, rate, interval, block, leases } = typed;
  const field = (which: keyof typeof typed) => ({
    value: typed[which],
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [which]: value })),
  });
  const saving = useAction();
  const isRate = kind === 'rate-limit';
  const bad = {
    name: /^[^/]+$/.test(name.trim()) ? undefined : 'A name without a slash.',
    rate: !isRate || Number(rate) > 0 ? undefined : 'A number above 0.',
    interval: !isRate || Number(interval) >= 1 ? undefined : 'At least 1.',
    block: !isRate || (block.trim() !== '' && Number(block) >= 0) ? undefined : '0 or more.',
    leases: isRate || /^[1-9]\d*$/.test(leases.trim()) ? undefined : 'A whole number above 0.',
  };
  const isReady = Object.values(bad).every((problem) => problem === undefined);
  const submit = async (): Promise<void> => {
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
    const answer = await saving.run(() => saveQuota(sessionId, next, quota === undefined));
    if (answer !== undefined) onSaved();
  };
  return (
    <FormDialog
      title={
        quota === undefined ? (isRate ? 'Create a rate limit' : 'Create a lease count') : `Edit ${quota.name}`
      }
      action={quota === undefined ? 'Create…' : 'Save…'}
      busy={saving.busy ? 'Waiting for the secure prompt' : undefined}
      disabled={!isReady}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {quota === undefined && (
        <TextField mono label="Name" {...field('name')} error={name === '' ? undefined : bad.name} />
      )}
      {isRate ? (
        <FieldPair>
          <TextField label="Requests" inputMode="decimal" {...field('rate')} error={bad.rate} />
          <TextField label="In seconds" inputMode="decimal" {...field('interval')} error={bad.interval} />
        </FieldPair>
      ) : (
        <TextField label="Most leases" inputMode="numeric" {...field('leases')} error={bad.leases} />
      )}
      <TextField
        mono
        optional
        label="Path"
        hint="A namespace, a mount or a path below it. Empty: the whole server, you included."
        {...field('path')}
      />
      <TextField
        mono
        optional
        label="Role"
        hint="A role of an auth method, whose mount is the path"
        {...field('role')}
      />
      {isRate && (
        <TextField
          label="Block for, in seconds"
          hint="How long a client is refused once it went over the limit. 0: until it is below the limit again."
          inputMode="decimal"
          {...field('block')}
          error={bad.block}
        />
      )}
      <Checkbox label="Applies to child namespaces, too" checked={inheritable} onChecked={setInheritable} />
      {saving.failure !== undefined && <Problem error={saving.failure} title="The quota was not saved" />}
    </FormDialog>
  );
}
