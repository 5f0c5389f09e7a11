import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityFacts } from '../../../../shared/vault/identity.ts';
import { useForgetIdentities } from '../../../api/access.ts';
import { vault } from '../../../api/client.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { announce } from '../../../ui/announce.tsx';
import { field } from '../../../ui/fields.tsx';
import { namesIn } from '../../../ui/names-in.ts';

export interface MergeDialogProps {
  readonly session: SessionView;
  /** The entity that stays. */
  readonly facts: IdentityFacts;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Asks for the entities to merge into this one. */
export function MergeDialog({ session: { sessionId }, facts, onClose, onMerged }: MergeDialogProps) {
  const forget = useForgetIdentities(sessionId);
  const fromOf = (text: string) => namesIn(text).filter((id) => id !== facts.id);
  return (
    <DraftForm
      title={`Merge into ${facts.name}`}
      description="Their aliases and groups move here; the merged entities are gone."
      action="Merge…"
      busy="Merging…"
      failed="Not merged"
      first={{ ids: '' }}
      disabled={({ ids }) => fromOf(ids).length === 0}
      onClose={onClose}
      submit={async ({ ids }) => {
        await vault.identity.merge({ sessionId, from: fromOf(ids), into: facts.id });
        announce(`Merged into ${facts.name}.`);
        forget();
        onMerged();
      }}
      fields={() => [field.mono('ids', 'IDs of the entities to merge', 'With commas between them.')]}
    />
  );
}
