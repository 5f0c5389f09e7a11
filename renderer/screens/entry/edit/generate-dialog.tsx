import { useState } from 'react';
import type { GeneratedValue } from '../../../../shared/vault/entry.ts';
import { passwordBits, passwordLengths, passwordWordCount } from '../../../../shared/vault/password.ts';
import type { CharacterSet, PasswordRecipe } from '../../../../shared/vault/password.ts';
import { vault } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { announce } from '../../../ui/announce.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import css from './edit-table.module.css';

export interface GenerateDialogProps {
  /** The key to generate for; empty: it has no name yet. */
  readonly name: string;
  readonly sessionId: string;
  readonly onGenerated: (generated: GeneratedValue) => void;
  readonly onClose: () => void;
}

const setNames: readonly (readonly [CharacterSet, string])[] = [
  ['lower', 'a–z'],
  ['upper', 'A–Z'],
  ['digits', '0–9'],
  ['symbols', 'Symbols (!#%*+,-./:=?@^_~)'],
];

/** Settings of the last password, reused until the window closes. */
const last = { kind: 'characters' as PasswordRecipe['kind'], length: '24', count: '6' };
let lastSets: readonly CharacterSet[] = ['lower', 'upper', 'digits'];

/** Settings for a new password. Main generates it: it is saved without having been shown. */
export function GenerateDialog({ name, sessionId, onGenerated, onClose }: GenerateDialogProps) {
  const [kind, setKind] = useState(last.kind);
  const [length, setLength] = useState(last.length);
  const [count, setCount] = useState(last.count);
  const [sets, setSets] = useState(lastSets);
  const { failure, busy, run } = useAction();
  const words = kind === 'words';
  const bounds = passwordLengths[words ? 'words' : 'characters'];
  const typed = words ? count : length;
  const size = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  const problem =
    size < bounds.least || size > bounds.most
      ? `From ${String(bounds.least)} to ${String(bounds.most)}.`
      : undefined;
  const recipe: PasswordRecipe = words
    ? { kind: 'words', count: size }
    : { kind: 'characters', length: size, sets: [...sets] };
  const possible = problem === undefined && (words || sets.length > 0);

  const generate = async (): Promise<void> => {
    const generated = await run(() => vault.entry.generate({ sessionId, recipe }));
    if (generated === undefined) return;
    Object.assign(last, { kind, length, count });
    lastSets = sets;
    announce(`Generated a password of ${String(Math.floor(generated.bits))} bits. It is not shown.`);
    onGenerated(generated);
    onClose();
  };
  return (
    <FormDialog
      title={name === '' ? 'Generate a password' : `Generate a password for ${name}`}
      action="Generate"
      disabled={!possible}
      busy={busy ? 'Generating…' : undefined}
      onClose={onClose}
      onSubmit={() => void generate()}
      aside={
        <span className={css['entropy']} role="status">
          {possible && `Entropy: ${String(Math.floor(passwordBits(recipe)))} bits`}
        </span>
      }
    >
      <RadioField
        label="Made of"
        options={[
          { value: 'characters', label: 'Characters' },
          { value: 'words', label: `Words, from a list of ${passwordWordCount.toLocaleString('en-GB')}` },
        ]}
        value={kind}
        onValue={setKind}
      />
      <TextField
        label={words ? 'Words' : 'Length'}
        inputMode="numeric"
        autoFocus
        value={typed}
        maxLength={4}
        error={problem}
        onChange={(event) => (words ? setCount : setLength)(event.target.value)}
      />
      {!words && (
        <FieldGroup label="Characters, each kind at least once">
          {setNames.map(([set, label]) => (
            <Checkbox
              key={set}
              label={label}
              checked={sets.includes(set)}
              onChecked={(wanted) => setSets(wanted ? [...sets, set] : sets.filter((other) => other !== set))}
            />
          ))}
        </FieldGroup>
      )}
      {failure !== undefined && <ErrorPanel error={failure} title="No password was generated" />}
    </FormDialog>
  );
}
