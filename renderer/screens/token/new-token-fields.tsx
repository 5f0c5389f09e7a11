import { KeyRound, Plus, X } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';
import { vault } from '../../api/client.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { NewTokenDraft, Problems } from './new-token-draft.ts';
import css from './token.module.css';

export interface DraftProps {
  readonly draft: NewTokenDraft;
  readonly problems: Problems;
  readonly onDraft: (by: Partial<NewTokenDraft>) => void;
}

/** Fields for its lifetime and number of uses. */
export function LifeFields({ draft, problems, onDraft }: DraftProps) {
  const batch = draft.type === 'batch';
  return (
    <>
      <FieldPair>
        <DurationField
          name="ttl"
          label="TTL"
          hint="How long it lives unless renewed. Empty: the server’s default."
          draft={draft}
          problems={problems}
          onDraft={onDraft}
        />
        <DurationField
          name="explicitMaxTtl"
          label="Explicit max TTL"
          hint="No renewal carries it further. Empty: none but the server’s."
          draft={draft}
          problems={problems}
          onDraft={onDraft}
        />
      </FieldPair>
      <FieldPair>
        <DurationField
          name="period"
          label="Period"
          hint="It lives on as long as it is renewed at least this often. Takes sudo, or a role that says so."
          draft={draft}
          problems={problems}
          onDraft={onDraft}
        />
        <TextField
          label="Number of uses"
          inputMode="numeric"
          placeholder="unlimited"
          value={draft.numUses}
          error={problems.numUses}
          hint="Every request is a use, a refused one and a look-up too."
          onChange={(event) => onDraft({ numUses: event.target.value })}
        />
      </FieldPair>
      <SelectField
        label="Type"
        value={draft.type}
        options={[
          { value: 'default', label: 'Server or role default' },
          { value: 'service', label: 'Service', note: 'stored, renewable, can be revoked' },
          { value: 'batch', label: 'Batch', note: 'not stored, cannot be renewed or revoked' },
        ]}
        onValue={(type) => onDraft({ type: type === 'batch' || type === 'service' ? type : 'default' })}
      />
      <Checkbox
        label="Renewable"
        hint={batch ? 'Batch tokens cannot be renewed.' : undefined}
        checked={draft.renewable}
        onChecked={(renewable) => onDraft({ renewable })}
      />
    </>
  );
}

interface DurationFieldProps extends DraftProps {
  readonly name: 'ttl' | 'explicitMaxTtl' | 'period' | 'wrapTtl';
  readonly label: string;
  readonly hint: string;
}

/** A duration, with the server's reading of it. */
export function DurationField({ name, label, hint, draft, problems, onDraft }: DurationFieldProps) {
  const text = draft[name];
  const seconds = text.trim() === '' ? undefined : parseDuration(text);
  return (
    <TextField
      label={label}
      mono
      placeholder="e.g. 12h"
      value={text}
      error={problems[name]}
      hint={seconds === undefined ? hint : `That is ${formatDuration(seconds)}. ${hint}`}
      onChange={(event) => onDraft({ [name]: event.target.value })}
    />
  );
}

/** Texts about the token, readable by everyone who may look it up. */
export function MetaFields({ draft, problems, onDraft }: DraftProps) {
  const { meta } = draft;
  return (
    <fieldset className={css['field']}>
      <legend>Metadata</legend>
      <p className={css['explain']}>Short texts for the audit log and for look-ups. They are not secret.</p>
      {meta.map(({ id, key, text }, index) => (
        <div key={id} className={css['metaRow']}>
          <TextField
            label={`Name ${String(index + 1)}`}
            labelHidden
            mono
            placeholder="name"
            value={key}
            onChange={({ target }) =>
              onDraft({ meta: meta.map((one) => (one.id === id ? { ...one, key: target.value } : one)) })
            }
          />
          <TextField
            label={`Text of ${key === '' ? 'the new name' : key}`}
            labelHidden
            placeholder="text"
            value={text}
            onChange={({ target }) =>
              onDraft({ meta: meta.map((one) => (one.id === id ? { ...one, text: target.value } : one)) })
            }
          />
          <IconButton
            icon={X}
            label={`Remove ${key === '' ? 'this line' : key}`}
            onClick={() => onDraft({ meta: meta.filter((one) => one.id !== id) })}
          />
        </div>
      ))}
      {problems.meta !== undefined && (
        <p role="alert" className={css['wrong']}>
          {problems.meta}
        </p>
      )}
      <div>
        <Button
          small
          icon={Plus}
          onClick={() => {
            const id = Math.max(0, ...meta.map((one) => one.id)) + 1;
            onDraft({ meta: [...meta, { id, key: '', text: '' }] });
          }}
        >
          Add a line
        </Button>
      </div>
    </fieldset>
  );
}

/** A custom token ID, entered in the secure prompt. */
export function OwnValue({
  session,
  draft,
  onDraft,
}: Omit<DraftProps, 'problems'> & { readonly session: SessionView }) {
  const { idCard } = draft;
  const { busy, failure, run } = useAction();
  const enter = (): void => {
    void run(async () => {
      onDraft({ idCard: await vault.secret.enter({ sessionId: session.sessionId, kind: 'token-id' }) });
    });
  };
  return (
    <div className={css['field']}>
      <p>
        {idCard === undefined
          ? 'The server generates the token ID.'
          : `Custom token ID, ${String(idCard.length)} characters.`}
      </p>
      <p className={css['explain']}>
        Only a root token may choose the ID. One that a person thought of can be guessed.
      </p>
      <div className={css['submit']}>
        <Button small icon={KeyRound} disabled={busy} onClick={enter}>
          {idCard === undefined ? 'Enter ID…' : 'Change…'}
        </Button>
        {idCard !== undefined && (
          <Button
            small
            variant="ghost"
            onClick={() => {
              forgetSecret(idCard.secretRef);
              onDraft({ idCard: undefined });
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {failure !== undefined && <ErrorPanel error={failure} />}
    </div>
  );
}
