import { grouped } from '../../../../shared/vault/counted.ts';
import type { GeneratedValue } from '../../../../shared/vault/entry.ts';
import { passwordBits, passwordLengths, passwordWordCount } from '../../../../shared/vault/password.ts';
import type { CharacterSet, PasswordRecipe } from '../../../../shared/vault/password.ts';
import { vault } from '../../../api/client.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { announce } from '../../../ui/announce.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { field } from '../../../ui/fields.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Text } from '../../../ui/layout.tsx';

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
  return (
    <DraftForm
      title={name === '' ? 'Generate a value' : `Generate a value for ${name}`}
      action="Generate"
      busy="Generating…"
      failed={(failure) => <ErrorPanel error={failure} title="No password was generated" />}
      first={last}
      disabled={(draft) => recipeOf(draft) === undefined}
      onClose={onClose}
      submit={async (draft) => {
        const recipe = recipeOf(draft);
        if (recipe === undefined) return;
        const generated = await vault.entry.generate({ sessionId, recipe });
        last = draft;
        announce(`Generated a password of ${String(Math.floor(generated.bits))} bits. It is not shown.`);
        onGenerated(generated);
      }}
      aside={(draft) => {
        const recipe = recipeOf(draft);
        return (
          <Text tone="dim" size={12} numbers role="status">
            {recipe && `Entropy: ${String(Math.floor(passwordBits(recipe)))} bits`}
          </Text>
        );
      }}
      fields={(draft) => {
        const words = draft.kind === 'words';
        const { least, most } = passwordLengths[draft.kind];
        const size = sizeOf(draft);
        return [
          field.radio('kind', 'Made of', [
            { value: 'characters', label: 'Characters' },
            { value: 'words', label: `Words, from a list of ${grouped(passwordWordCount)}` },
          ]),
          field.text(words ? 'count' : 'length', words ? 'Words' : 'Length', {
            inputMode: 'numeric',
            autoFocus: true,
            maxLength: 4,
            error: (size >= least && size <= most) || `From ${String(least)} to ${String(most)}.`,
          }),
          !words &&
            field.group(
              (children) => <FieldGroup label="Characters, each kind at least once">{children}</FieldGroup>,
              setNames.map(([set, label]) => field.check(set, label)),
            ),
        ];
      }}
    />
  );
}

function sizeOf({ kind, length, count }: typeof last): number {
  const typed = kind === 'words' ? count : length;
  return /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
}

/** The settings as main takes them; undefined if no password can be made by them. */
function recipeOf(draft: typeof last): PasswordRecipe | undefined {
  const { kind } = draft;
  const size = sizeOf(draft);
  const sets = setNames.map(([set]) => set).filter((set) => draft[set]);
  const { least, most } = passwordLengths[kind];
  if (size < least || size > most) return undefined;
  if (kind === 'words') return { kind, count: size };
  return sets.length === 0 ? undefined : { kind, length: size, sets };
}
