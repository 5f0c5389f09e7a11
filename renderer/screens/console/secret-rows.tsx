import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { secretKindOf } from '../../../shared/vault/secret-fields.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SecretField } from './console-draft.ts';
import type { ConsoleStore } from './console-store.ts';
import css from './console.module.css';

export interface SecretRowsProps {
  readonly sessionId: string;
  readonly store: ConsoleStore;
  readonly fields: readonly SecretField[];
  readonly problems: ReadonlyMap<number, string>;
}

/** Fields of the body whose values are entered in the secure prompt and inserted by main. */
export function SecretRows({ sessionId, store, fields, problems }: SecretRowsProps) {
  return (
    <Stack gap={6} align="start">
      {fields.map((one, index) => (
        <div key={one.id} className={css['secretRow']}>
          <TextField
            label={`Secret field ${String(index + 1)}`}
            labelHidden
            mono
            placeholder="password, or options/token"
            value={one.name}
            error={problems.get(one.id)}
            onChange={(event) => store.changeSecret(one.id, { name: event.target.value })}
          />
          <SecretEntry
            sessionId={sessionId}
            name={one.name}
            secret={one.secret}
            onSecret={(secret) => store.changeSecret(one.id, { secret })}
          />
          <IconButton
            icon={Trash2}
            small
            label={`Remove secret field ${one.name === '' ? String(index + 1) : one.name}`}
            onClick={() => store.removeSecret(one.id)}
          />
        </div>
      ))}
      <Button small variant="ghost" icon={Plus} onClick={() => store.addSecret()}>
        Secret field…
      </Button>
    </Stack>
  );
}

export interface SecretEntryProps {
  readonly sessionId: string;
  /** Name of the field. */
  readonly name: string;
  readonly secret: SecretRef | undefined;
  readonly onSecret: (secret: SecretRef) => void;
}

/** A button that asks for a credential in the secure prompt, and its length, all that the page knows of it. */
export function SecretEntry({ sessionId, name, secret, onSecret }: SecretEntryProps) {
  const [problem, setProblem] = useState<AppError>();
  const [asking, setAsking] = useState(false);
  const label = name.trim() === '' ? 'the secret field' : name.trim();
  const enter = async (): Promise<void> => {
    setAsking(true);
    setProblem(undefined);
    try {
      const last = name.trim().split('/').at(-1) ?? '';
      onSecret(await vault.secret.enter({ sessionId, kind: secretKindOf(last) }));
    } catch (caught) {
      const error = appErrorOf(caught);
      if (error.kind !== 'cancelled') setProblem(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className={css['secretEntry']}>
      {secret !== undefined && (
        <Chip tone="ok" icon={KeyRound}>
          {secret.length} characters
        </Chip>
      )}
      <Button small disabled={asking} onClick={() => void enter()}>
        {secret === undefined ? 'Enter…' : 'Change…'} <span data-reader-only>{label}</span>
      </Button>
      <ErrorPanel error={problem} />
    </div>
  );
}
