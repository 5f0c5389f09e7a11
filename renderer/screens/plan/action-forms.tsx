/** The form of every action, as data: its name, what it does, and its fields. */
import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import type { PlanActionKind } from '../../../shared/vault/plan.ts';
import { passwordLengths, type CharacterSet } from '../../../shared/vault/password.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import type { ActionDraft } from '../../parts/plan/plan-draft.ts';
import { Button } from '../../ui/button.tsx';
import { choice } from '../../ui/choice-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { field, type Field, type FieldList } from '../../ui/fields.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { NamedTexts, withNewLine } from '../../ui/named-texts.tsx';
import type { SelectOption } from '../../ui/select-field.tsx';
import { Destination, destinationProblem, Source, sourceProblem } from './destination.tsx';
import { NamePreview } from './name-preview.tsx';
import css from './plan.module.css';

interface ActionForm {
  readonly group: 'Places' | 'Versions' | 'Settings' | 'Keys';
  readonly label: string;
  /** One sentence on what it does and what it leaves. */
  readonly says: string;
  readonly danger?: true;
  readonly fields: (draft: ActionDraft, sessionId: string) => FieldList<ActionDraft>;
}

type Draft = ActionDraft;

const destination = (sessionId: string): Field<Draft> => ({
  isWrong: (draft) => draft.toMount === undefined || destinationProblem(draft.toPath) !== undefined,
  show: (draft, onDraft) => <Destination sessionId={sessionId} draft={draft} onDraft={onDraft} />,
});

const source = (sessionId: string): Field<Draft> => ({
  isWrong: (draft) => draft.fromMount === undefined || sourceProblem(draft.fromPath) !== undefined,
  show: (draft, onDraft) => <Source sessionId={sessionId} draft={draft} onDraft={onDraft} />,
});

type PatternOption = SelectOption & { readonly value: Draft['pattern'] };

const patterns: readonly PatternOption[] = [
  { value: 'prefix', label: 'Put a text before' },
  { value: 'suffix', label: 'Put a text after' },
  { value: 'replace', label: 'Replace a text' },
  { value: 'expression', label: 'Replace by a regular expression' },
];

const patternFields = ({ pattern, kind }: Draft, sessionId: string, options = patterns): FieldList<Draft> => {
  const finds = pattern === 'replace' || pattern === 'expression';
  return [
    choice<Draft, 'pattern'>('pattern', 'New names', options),
    finds &&
      field.mono('find', pattern === 'expression' ? 'Expression (RE2)' : 'Text to find', { needed: true }),
    pattern !== 'none' &&
      field.mono('text', finds ? 'Replacement' : 'Text', {
        needed: !finds,
        ...(pattern === 'expression' ? { hint: '$1 stands for the first group.' } : {}),
      }),
    kind === 'rename' &&
      field.radio('of', 'Applies to', [
        { value: 'name', label: 'The last name of a path' },
        { value: 'path', label: 'The whole path below the folder' },
      ]),
    pattern !== 'none' && {
      isWrong: () => false,
      show: (draft) => <NamePreview draft={draft} sessionId={sessionId} />,
    },
  ];
};

const carried = (draft: Draft, sessionId: string): FieldList<Draft> => [
  destination(sessionId),
  field.radio('versions', 'Versions', [
    { value: 'all', label: 'All, in order', hint: 'Deleted and destroyed ones stay so.' },
    { value: 'latest', label: 'The latest one' },
  ]),
  draft.kind === 'copy' &&
    draft.versions === 'all' &&
    field.check('deletedValues', 'Values of deleted versions too', {
      hint: 'Undeletes them at the source while they are read.',
    }),
  draft.kind === 'copy' &&
    field.names(
      'without',
      'Leave out keys',
      'Separated by commas; a name with a comma in "quotes". Entries written over lose them, too.',
      ',',
    ),
  field.check('metadata', 'Custom metadata and settings too'),
  field.radio('existing', 'Where an entry with other values stands', [
    { value: 'skip', label: 'Leave it as it is' },
    { value: 'overwrite', label: 'Write new versions over it' },
  ]),
  field.fold(
    'Rename on the way',
    patternFields(draft, sessionId, [{ value: 'none', label: 'Keep the names' }, ...patterns]),
  ),
];

const key: Field<Draft> = field.mono('key', 'Key', { needed: true });

const sets: readonly (readonly [CharacterSet, string])[] = [
  ['lower', 'a–z'],
  ['upper', 'A–Z'],
  ['digits', '0–9'],
  ['symbols', 'Symbols'],
];

const characterSets: Field<Draft> = {
  isWrong: (draft) => draft.recipe === 'characters' && draft.sets.length === 0,
  show: (draft, onDraft): ReactNode => (
    <FieldGroup label="Characters, each kind at least once">
      <Row wrap gap={12}>
        {sets.map(([set, label]) => (
          <Checkbox
            key={set}
            label={label}
            checked={draft.sets.includes(set)}
            onChecked={(on) =>
              onDraft({ sets: on ? [...draft.sets, set] : draft.sets.filter((one) => one !== set) })
            }
          />
        ))}
      </Row>
    </FieldGroup>
  ),
};

const customMetadata: Field<Draft> = {
  isWrong: ({ custom, removed }) => custom.every(({ key: name }) => name === '') && removed.length === 0,
  show: ({ custom }, onDraft) => (
    <FieldGroup label="Set">
      <Stack gap={8} align="start">
        <NamedTexts lines={custom} onLines={(lines) => onDraft({ custom: lines })} className={css['named']} />
        <Button small icon={Plus} onClick={() => onDraft({ custom: withNewLine(custom) })}>
          Add a line
        </Button>
      </Stack>
    </FieldGroup>
  ),
};

/** Every action, in the order of the list to choose from. */
export const actionForms: Readonly<Record<PlanActionKind, ActionForm>> = {
  copy: {
    group: 'Places',
    label: 'Copy',
    says: 'Copies entries to another folder, mount or connection; paths below the selected folders stay.',
    fields: carried,
  },
  move: {
    group: 'Places',
    label: 'Move or rename a folder',
    says: 'Copies entries, reads every copy back, compares, then deletes the source.',
    fields: carried,
  },
  rename: {
    group: 'Places',
    label: 'Rename by a pattern',
    says: 'Gives entries new names within their folders, with all versions and metadata.',
    fields: (draft, sessionId) => patternFields(draft, sessionId),
  },
  delete: {
    group: 'Versions',
    label: 'Delete',
    says: 'Deletes the current version of each entry; it can be undeleted. On KV v1 the entry is gone.',
    danger: true,
    fields: () => [],
  },
  undelete: {
    group: 'Versions',
    label: 'Undelete',
    says: 'Makes deleted versions readable again: the selected ones, or the newest.',
    fields: () => [],
  },
  destroy: {
    group: 'Versions',
    label: 'Destroy versions',
    says: 'Removes the values of versions permanently.',
    danger: true,
    fields: () => [
      field.radio('which', 'Versions', [
        { value: 'deleted', label: 'All deleted ones' },
        { value: 'chosen', label: 'The selected ones' },
        { value: 'all', label: 'All' },
      ]),
    ],
  },
  remove: {
    group: 'Versions',
    label: 'Delete everything',
    says: 'Permanently removes entries with all versions and metadata.',
    danger: true,
    fields: () => [],
  },
  'set-settings': {
    group: 'Settings',
    label: 'Change settings',
    says: 'Sets how many versions entries keep and when they are deleted. Empty fields stay as they are.',
    fields: ({ maxVersions, deleteVersionAfter }) => [
      field.pair(
        field.text('maxVersions', 'Versions to keep', {
          inputMode: 'numeric',
          placeholder: 'unchanged',
          error: /^\d*$/.test(maxVersions.trim()) ? undefined : 'Type a whole number.',
        }),
        field.mono('deleteVersionAfter', 'Delete versions after', {
          placeholder: 'unchanged',
          error:
            deleteVersionAfter === '' || parseDuration(deleteVersionAfter) !== undefined
              ? undefined
              : 'Type a duration such as 12h or 30d.',
        }),
      ),
      field.radio('casRequired', 'Require check-and-set', [
        { value: 'unchanged', label: 'Unchanged' },
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]),
    ],
  },
  'set-metadata': {
    group: 'Settings',
    label: 'Change custom metadata',
    says: 'Sets or removes custom metadata. It is not secret: keep values out of it.',
    fields: () => [
      customMetadata,
      field.names('removed', 'Remove', 'Names, separated by commas; one with a comma or space in "quotes".'),
    ],
  },
  'set-key': {
    group: 'Keys',
    label: 'Set a key',
    says: 'Writes one value to a key of every entry.',
    fields: () => [
      key,
      field.mono('value', 'Value'),
      field.radio('onlyWhere', 'In entries', [
        { value: 'all', label: 'All of them' },
        { value: 'present', label: 'That have the key' },
        { value: 'absent', label: 'That lack it' },
      ]),
    ],
  },
  'copy-key': {
    group: 'Keys',
    label: 'Copy a key',
    says: 'Copies the value of one key from another entry, without showing it.',
    fields: (_draft, sessionId) => [source(sessionId), key],
  },
  'rename-key': {
    group: 'Keys',
    label: 'Rename a key',
    says: 'Gives a key another name; its value stays.',
    fields: () => [field.pair(key, field.mono('newKey', 'New name', { needed: true }))],
  },
  'remove-key': {
    group: 'Keys',
    label: 'Remove a key',
    says: 'Writes a version without the key; older versions still have it.',
    danger: true,
    fields: () => [key],
  },
  'replace-value': {
    group: 'Keys',
    label: 'Replace in values',
    says: 'Replaces a text within values. Every value is read for it, and the audit log shows that.',
    fields: () => [
      field.mono('key', 'Key', { optional: true, hint: 'Without one: every key.' }),
      field.pair(field.mono('find', 'Text to find', { needed: true }), field.mono('text', 'Replacement')),
    ],
  },
  rotate: {
    group: 'Keys',
    label: 'Generate new values',
    says: 'Gives a key new generated values, without showing them.',
    fields: ({ recipe, length }) => {
      const { least, most } = passwordLengths[recipe];
      const count = Number(length);
      return [
        key,
        field.radio('recipe', 'Made of', [
          { value: 'characters', label: 'Characters' },
          { value: 'words', label: 'Words' },
        ]),
        field.text('length', recipe === 'words' ? 'Words' : 'Length', {
          inputMode: 'numeric',
          error:
            (Number.isInteger(count) && count >= least && count <= most) ||
            `From ${String(least)} to ${String(most)}.`,
        }),
        recipe === 'characters' && characterSets,
        field.check('same', 'Entries with one value now get one new value', {
          hint: 'Otherwise each gets its own.',
        }),
      ];
    },
  },
};

/** The actions to choose from. */
export const actionOptions: readonly SelectOption[] = Object.entries(actionForms).map(
  ([value, { label, group }]) => ({ value, label, group }),
);
