import { FlaskConical, Save, TextAlignStart } from 'lucide-react';
import type { PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface PolicyEditorHeadProps {
  readonly draft: PolicyDraft;
  /** The name it is saved under. */
  readonly name: string;
  /** The name can still be changed. */
  readonly unnamed: boolean;
  readonly changed: boolean;
  readonly reviewing: boolean;
  readonly testing: boolean;
  readonly busy: boolean;
  /** Another user saved meanwhile: that must be resolved first. */
  readonly overtaken: boolean;
  readonly onName: (name: string) => void;
  readonly onFormat: () => void;
  readonly onDiscard: () => void;
  readonly onTest: () => void;
  readonly onReview: () => void;
  readonly onKeepEditing: () => void;
  readonly onSave: () => void;
}

/** Name of the edited policy, and the buttons up to saving it. */
export function PolicyEditorHead(props: PolicyEditorHeadProps) {
  const { draft, name, unnamed, changed, reviewing, testing, busy, overtaken } = props;
  const ready = changed && name !== '';
  return (
    <ScreenHead
      title={
        unnamed && !reviewing ? (
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
    >
      {testing && !reviewing ? (
        <Button onClick={props.onKeepEditing}>Keep editing</Button>
      ) : reviewing ? (
        <>
          <Button disabled={busy} onClick={props.onKeepEditing}>
            Keep editing
          </Button>
          <Button variant="primary" icon={Save} disabled={busy || overtaken} onClick={props.onSave}>
            {busy ? 'Waiting…' : draft.before === null ? 'Create…' : 'Save…'}
          </Button>
        </>
      ) : (
        <>
          <IconButton icon={TextAlignStart} label="Format" onClick={props.onFormat} />
          <Button icon={FlaskConical} onClick={props.onTest}>
            Test
          </Button>
          <Button onClick={props.onDiscard}>{changed ? 'Discard changes' : 'Cancel'}</Button>
          <Button
            variant="primary"
            disabled={!ready}
            title={ready ? undefined : name === '' ? 'Enter a name first' : 'No changes yet'}
            onClick={props.onReview}
          >
            Review changes
          </Button>
        </>
      )}
    </ScreenHead>
  );
}
