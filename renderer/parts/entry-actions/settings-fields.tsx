import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldPair } from '../../ui/field-pair.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './entry-actions.module.css';
import type { CustomKey, SettingsDraft, SettingsProblems } from './settings-draft.ts';

export interface SettingsFieldsProps {
  readonly of: 'entry' | 'mount';
  readonly draft: SettingsDraft;
  readonly problems: SettingsProblems;
  readonly onDraft: (draft: SettingsDraft) => void;
}

/** Fields for versions kept, check-and-set, and automatic deletion; for an entry or a whole mount. */
export function SettingsFields({ of, draft, problems, onDraft }: SettingsFieldsProps) {
  const forMount = of === 'mount';
  return (
    <>
      <FieldPair>
        <TextField
          label="Versions to keep"
          inputMode="numeric"
          placeholder={forMount ? '10, the server’s default' : 'mount default'}
          value={draft.maxVersions}
          error={problems.maxVersions}
          hint={
            forMount
              ? 'Of every entry that does not ask for more. A save beyond it removes the oldest version for good.'
              : 'A save beyond it removes the oldest version for good. Where the mount keeps more, that holds.'
          }
          onChange={(event) => onDraft({ ...draft, maxVersions: event.target.value })}
        />
        <TextField
          label="Delete versions after"
          mono
          placeholder="never"
          value={draft.deleteVersionAfter}
          error={problems.deleteVersionAfter}
          hint={
            forMount
              ? 'For versions saved from now on: 12h, 30d. An entry may say less. With -1s none is ever deleted by itself.'
              : 'For versions saved from now on: 12h, 30d. Where the mount says something too, the shorter holds.'
          }
          onChange={(event) => onDraft({ ...draft, deleteVersionAfter: event.target.value })}
        />
      </FieldPair>
      <Checkbox
        label="Require check-and-set"
        hint={
          forMount
            ? 'Every write to every entry of the mount must say which version it replaces; programs that do not are refused. Strongroom always does.'
            : 'Every write must say which version it replaces; programs that do not are refused. Strongroom always does.'
        }
        checked={draft.casRequired}
        onChecked={(casRequired) => onDraft({ ...draft, casRequired })}
      />
    </>
  );
}

/** Custom metadata of an entry. It is not secret: list permission is enough to read it. */
export function CustomMetadataFields({ draft, problems, onDraft }: Omit<SettingsFieldsProps, 'of'>) {
  const { custom } = draft;
  const change = (id: number, by: Partial<CustomKey>): void =>
    onDraft({ ...draft, custom: custom.map((one) => (one.id === id ? { ...one, ...by } : one)) });
  const add = (): void => {
    const id = Math.max(0, ...custom.map((one) => one.id)) + 1;
    onDraft({ ...draft, custom: [...custom, { id, key: '', text: '' }] });
  };
  return (
    <fieldset className={css['group']}>
      <legend className={css['groupTitle']}>Custom metadata</legend>
      <p data-hint>
        Short texts about the entry, such as its owner. They are not secret: keep values out of them.
      </p>
      <Stack gap={8}>
        {custom.map(({ id, key, text }, index) => {
          const wrong = problems.custom.get(id);
          return (
            <div key={id} className={css['metadataRow']}>
              <TextField
                label={`Name ${String(index + 1)}`}
                labelHidden
                mono
                placeholder="name"
                value={key}
                error={wrong?.key}
                onChange={(event) => change(id, { key: event.target.value })}
              />
              <TextField
                label={`Text of ${key === '' ? 'the new name' : key}`}
                labelHidden
                placeholder="text"
                value={text}
                error={wrong?.text}
                onChange={(event) => change(id, { text: event.target.value })}
              />
              <IconButton
                icon={X}
                label={`Remove ${key === '' ? 'this line' : key}`}
                onClick={() => onDraft({ ...draft, custom: custom.filter((one) => one.id !== id) })}
              />
            </div>
          );
        })}
      </Stack>
      {problems.customCount !== undefined && (
        <Text as="p" role="alert" tone="danger" size={12}>
          {problems.customCount}
        </Text>
      )}
      <Button small icon={Plus} onClick={add}>
        Add a line
      </Button>
    </fieldset>
  );
}
