import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { field } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { NamedTexts, withNewLine } from '../../ui/named-texts.tsx';
import css from './entry-actions.module.css';
import type { SettingsDraft, SettingsProblems } from './settings-draft.ts';

const words = {
  entry: {
    versions: 'mount default',
    beyond: 'A save beyond it permanently removes the oldest version. The higher of entry and mount applies.',
    after: 'For versions saved from now on, such as 12h or 30d. The shorter of entry and mount applies.',
    writes: 'Every write',
  },
  mount: {
    versions: '10, the server’s default',
    beyond: 'An entry can set more. A save beyond it permanently removes the oldest version.',
    after:
      'For versions saved from now on, such as 12h or 30d. An entry can set less. With -1s the server never deletes any.',
    writes: 'Every write to every entry of the mount',
  },
};

/** Fields for versions kept, check-and-set, and automatic deletion; for an entry or a whole mount. */
export function settingsFields(of: 'entry' | 'mount'): FieldList<SettingsDraft> {
  const { versions, beyond, after, writes } = words[of];
  return [
    field.pair(
      field.text('maxVersions', 'Versions to keep', {
        inputMode: 'numeric',
        placeholder: versions,
        hint: beyond,
      }),
      field.mono('deleteVersionAfter', 'Delete versions after', { placeholder: 'never', hint: after }),
    ),
    field.check(
      'casRequired',
      'Require check-and-set',
      `${writes} must name the version it replaces, or is refused. Strongroom always does.`,
    ),
  ];
}

export interface CustomMetadataFieldsProps {
  readonly draft: SettingsDraft;
  readonly problems: SettingsProblems;
  readonly onDraft: (change: Partial<SettingsDraft>) => void;
}

/** Custom metadata of an entry. It is not secret: list permission is enough to read it. */
export function CustomMetadataFields({ draft, problems, onDraft }: CustomMetadataFieldsProps) {
  const onLines = (custom: SettingsDraft['custom']): void => onDraft({ custom });
  return (
    <fieldset className={css['group']}>
      <legend className={css['groupTitle']}>Custom metadata</legend>
      <p data-hint>
        Short texts about the entry, such as its owner. They are not secret: keep values out of them.
      </p>
      <Stack gap={8}>
        <NamedTexts
          lines={draft.custom}
          onLines={onLines}
          className={css['metadataRow']}
          problems={problems.custom}
        />
      </Stack>
      {problems.customCount !== undefined && (
        <Text as="p" role="alert" tone="danger" size={12}>
          {problems.customCount}
        </Text>
      )}
      <Button small icon={Plus} onClick={() => onLines(withNewLine(draft.custom))}>
        Add a line
      </Button>
    </fieldset>
  );
}
