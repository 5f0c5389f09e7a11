import { FlaskConical, Save } from 'lucide-react';
import type { PolicyFault } from '../../../shared/vault/policy-check.ts';
import type { PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/layout.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { faultCount } from './fault-line.tsx';

export interface PolicyEditorHeadProps {
  readonly draft: PolicyDraft;
  /** The name it is saved under. */
  readonly name: string;
  /** The name can still be changed. */
  readonly unnamed: boolean;
  readonly changed: boolean;
  /** The text is in view. */
  readonly editing: boolean;
  readonly busy: boolean;
  /** Known errors aside. */
  readonly canSave: boolean;
  /** Known errors, which turn the main button off. */
  readonly faults: readonly PolicyFault[];
  readonly more: readonly MenuItem[];
  readonly onName: (name: string) => void;
  readonly onDiscard: () => void;
  readonly onTest: () => void;
  readonly onKeepEditing: () => void;
  readonly onSave: () => void;
}

/** Name of the edited policy, the number of its known errors, and the buttons up to saving it. */
export function PolicyEditorHead(props: PolicyEditorHeadProps) {
  const { draft, name, unnamed, changed, editing, busy, canSave, faults } = props;
  return (
    <ScreenHead
      title={
        unnamed ? (
          <TextField
            mono
            label="Name"
            labelHidden
            placeholder="Name of the new policy"
            maxLength={1024}
            value={draft.name}
            onChange={(event) => props.onName(event.target.value)}
          />
        ) : (
          name
        )
      }
      note={faults.length > 0 && <Text tone="danger">{faultCount(faults)}</Text>}
    >
      {editing ? (
        <>
          <Button icon={FlaskConical} onClick={props.onTest}>
            Test
          </Button>
          <Button onClick={props.onDiscard}>{changed ? 'Discard changes' : 'Cancel'}</Button>
        </>
      ) : (
        <Button onClick={props.onKeepEditing}>Keep editing</Button>
      )}
      <MoreMenu items={props.more} />
      <Button
        variant="primary"
        icon={Save}
        disabled={!canSave || faults.length > 0}
        title={reasonNotSaved(props)}
        onClick={props.onSave}
      >
        {busy ? 'Waiting…' : draft.before === null ? 'Create…' : 'Save…'}
      </Button>
    </ScreenHead>
  );
}

function reasonNotSaved({ name, changed, faults: [fault] }: PolicyEditorHeadProps): string | undefined {
  if (name === '') return 'Enter a name first';
  if (!changed) return 'No changes yet';
  return fault === undefined ? undefined : `Line ${String(fault.line)}: ${fault.message}`;
}
