import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityFacts, IdentityKind } from '../../../../shared/vault/identity.ts';
import { useForgetIdentities } from '../../../api/access.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { choice } from '../../../ui/choice-field.tsx';
import { field } from '../../../ui/fields.tsx';
import { query, vault } from '../../../api/client.ts';
import { draftOf, metadataIn, metadataText } from './identity-draft.ts';
import { identityNames } from './identity-words.ts';

export interface EditDialogProps {
  readonly session: SessionView;
  readonly kind: IdentityKind;
  /** The current facts; absent: a new one. */
  readonly facts?: IdentityFacts;
  readonly onClose: () => void;
  readonly onSaved?: (id: string) => void;
}

/** Creates or edits an entity, group or alias. */
export function EditDialog({ session, kind, facts, onClose, onSaved }: EditDialogProps) {
  const { sessionId } = session;
  const forget = useForgetIdentities(sessionId);
  const isAlias = kind === 'entity-alias' || kind === 'group-alias';
  const methods = useRead(session, {
    ...query('mount.table', { sessionId, kind: 'auth' }),
    enabled: isAlias,
  });
  const mounts = (methods.data?.rows ?? []).filter(({ type }) => type !== 'token');
  const [first] = useState(() => draftOf(kind, facts));
  const before = metadataText(first.metadata);
  return (
    <DraftForm
      title={facts === undefined ? `New ${identityNames[kind].one}` : `Edit ${facts.name}`}
      action="Save…"
      busy="Saving…"
      failed="Not saved"
      first={{ ...first, metadataTyped: before }}
      disabled={({ mountAccessor }) => isAlias && mountAccessor === ''}
      onClose={onClose}
      done={({ name }) => `${name} is saved.`}
      submit={async ({ metadataTyped, ...typed }) => {
        const draft = {
          ...typed,
          metadata: metadataTyped === before ? first.metadata : (metadataIn(metadataTyped) ?? {}),
        };
        const saved = await vault.identity.save({ sessionId, ...(facts && { id: facts.id }), draft });
        forget();
        onSaved?.(saved.id);
      }}
      fields={({ groupType, metadataTyped }) => [
        field.text('name', isAlias ? 'Login name' : 'Name', {
          needed: true,
          hint: isAlias ? 'The name in the auth method, e.g. the user name.' : undefined,
        }),
        isAlias &&
          (mounts.length === 0
            ? field.mono('mountAccessor', 'Accessor of the auth method', { needed: true, as: trimmed })
            : choice(
                'mountAccessor',
                'Auth method',
                mounts.map(({ accessor, path, type }) => ({ value: accessor, label: path, note: type })),
                { mono: true },
              )),
        isAlias &&
          field.mono('canonicalId', kind === 'group-alias' ? 'ID of the group' : 'ID of the entity', {
            needed: true,
            as: trimmed,
          }),
        !isAlias && field.names('policies', 'Policies', 'Comma-separated.'),
        kind === 'group' && facts === undefined && choice('groupType', 'Type', groupTypes),
        kind === 'group' &&
          groupType !== 'external' &&
          field.names('memberEntityIds', 'IDs of member entities'),
        kind === 'group' && field.names('memberGroupIds', 'IDs of member groups'),
        kind === 'entity' &&
          field.check('disabled', 'Disabled', 'Its tokens are refused and it cannot log in.'),
        !isAlias &&
          field.fold(
            'Metadata',
            [
              field.lines('metadataTyped', 'Metadata', {
                labelHidden: true,
                hint: 'One key=value per line.',
                error: metadataIn(metadataTyped) !== undefined || 'Each line needs a key, “=”, and a value.',
              }),
            ],
            { initiallyOpen: before !== '' },
          ),
      ]}
    />
  );
}

const trimmed = (typed: string): string => typed.trim();

const groupTypes = [
  { value: 'internal', label: 'Internal', note: 'members named here' },
  { value: 'external', label: 'External', note: 'members by an auth method' },
] as const;
