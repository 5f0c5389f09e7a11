import { useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { GeneratedValue } from '../../../../shared/vault/entry.ts';
import { passwordBits, passwordLengths, passwordWordCount } from '../../../../shared/vault/password.ts';
import type { CharacterSet, PasswordRecipe } from '../../../../shared/vault/password.ts';
import { vault } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { announce } from '../../../ui/announce.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { field, Fields } from '../../../ui/fields.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
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
let last = {
  kind: 'characters' as PasswordRecipe['kind'],
  length: '24',
  count: '6',
  lower: true,
  upper: true,
  digits: true,
  symbols: false,
};

/** Settings for a new password. Main generates it: it is saved without having been shown. */
export function GenerateDialog({ name, sessionId, onGenerated, onClose }: GenerateDialogProps) {
  const [draft, setDraft] = useState(last);
  const { failure, busy, run } = useAction();
  const { kind, length, count } = draft;
  const sets = setNames.map(([set]) => set).filter((set) => draft[set]);
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
    : { kind: 'characters', length: size, sets };
  const possible = problem === undefined && (words || sets.length > 0);

  const generate = async (): Promise<void> => {
    const generated = await run(() => vault.entry.generate({ sessionId, recipe }));
    if (generated === undefined) return;
    last = draft;
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
      <Fields<typeof draft>
        draft={draft}
        onDraft={(change) => setDraft({ ...draft, ...change })}
        of={[
          field.radio('kind', 'Made of', [
            { value: 'characters', label: 'Characters' },
            { value: 'words', label: `Words, from a list of ${grouped(passwordWordCount)}` },
          ]),
          field.text(words ? 'count' : 'length', words ? 'Words' : 'Length', {
            inputMode: 'numeric',
            autoFocus: true,
            maxLength: 4,
            error: problem,
          }),
          !words &&
            field.group(
              (children) => <FieldGroup label="Characters, each kind at least once">{children}</FieldGroup>,
              setNames.map(([set, label]) => field.check(set, label)),
            ),
        ]}
      />
      {failure !== undefined && <ErrorPanel error={failure} title="No password was generated" />}
    </FormDialog>
  );
}
