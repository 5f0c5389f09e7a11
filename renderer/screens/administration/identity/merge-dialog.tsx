import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityFacts } from '../../../../shared/vault/identity.ts';
import { mergeIdentities, useForgetIdentities } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { announce } from '../../../ui/announce.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import { namesIn } from '../names-in.ts';

export interface MergeDialogProps {
  readonly session: SessionView;
  /** The entity that stays. */
  readonly facts: IdentityFacts;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Asks for the entities to merge into this one. */
export function MergeDialog({ session: { sessionId }, facts, onClose, onMerged }: MergeDialogProps) {
  const [text, setText] = useState('');
  const action = useAction();
  const forget = useForgetIdentities(sessionId);
  const from = namesIn(text).filter((id) => id !== facts.id);
  const submit = async (): Promise<void> => {
    const done = await action.run(() => mergeIdentities({ sessionId, from, into: facts.id }));
    if (done === undefined) return;
    announce(`Merged into ${facts.name}.`);
    forget();
    onMerged();
  };
  return (
    <FormDialog
      title={`Merge into ${facts.name}`}
      description="Their aliases and groups move here; the merged entities are gone."
      action="Merge…"
      busy={action.busy ? 'Merging…' : undefined}
      disabled={from.length === 0}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        mono
        label="IDs of the entities to merge"
        hint="With commas between them."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {action.failure !== undefined && <Problem error={action.failure} title="Not merged" />}
    </FormDialog>
  );
}
