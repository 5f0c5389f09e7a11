import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityDraft, IdentityFacts, IdentityKind } from '../../../../shared/vault/identity.ts';
import { mountTableQuery, saveIdentity, useForgetIdentities } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { announce } from '../../../ui/announce.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import { namesIn } from '../names-in.ts';
import { useRead } from '../../../parts/read/use-read.ts';
import { draftOf } from './identity-draft.ts';
import { identityNames } from './identity-words.ts';
import { MetadataField } from './metadata-field.tsx';

export interface EditDialogProps {
  readonly session: SessionView;
  readonly kind: IdentityKind;
  /** The current facts; absent: a new one. */
  readonly facts?: IdentityFacts;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Creates or edits an entity, group or alias. */
export function EditDialog({ session, kind, facts, onClose, onSaved }: EditDialogProps) {
  const { sessionId } = session;
  const [draft, setDraft] = useState(() => draftOf(kind, facts));
  const [metadataWrong, setMetadataWrong] = useState(false);
  const action = useAction();
  const forget = useForgetIdentities(sessionId);
  const isAlias = kind === 'entity-alias' || kind === 'group-alias';
  const { one } = identityNames[kind];
  const submit = async (): Promise<void> => {
    const id = facts === undefined ? {} : { id: facts.id };
    const saved = await action.run(() => saveIdentity({ sessionId, ...id, draft }));
    if (saved === undefined) return;
    announce(`${draft.name} is saved.`);
    forget();
    onSaved(saved.id);
  };
  const complete =
    draft.name.trim() !== '' && (!isAlias || (draft.canonicalId !== '' && draft.mountAccessor !== ''));
  return (
    <FormDialog
      title={facts === undefined ? `New ${one}` : `Edit ${facts.name}`}
      action="Save…"
      busy={action.busy ? 'Saving…' : undefined}
      disabled={!complete || metadataWrong}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        label={isAlias ? 'Login name' : 'Name'}
        hint={isAlias ? 'As the auth method knows it, e.g. the user name.' : undefined}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      {isAlias ? (
        <AliasFields session={session} draft={draft} onDraft={setDraft} />
      ) : (
        <>
          <TextField
            mono
            optional
            label="Policies"
            hint="With commas between them."
            defaultValue={draft.policies.join(', ')}
            onChange={({ target }) => setDraft({ ...draft, policies: namesIn(target.value) })}
          />
          {kind === 'group' && <GroupFields draft={draft} isNew={facts === undefined} onDraft={setDraft} />}
          {kind === 'entity' && (
            <Checkbox
              label="Disabled"
              hint="Its tokens are refused and it cannot log in."
              checked={draft.disabled}
              onChecked={(disabled) => setDraft({ ...draft, disabled })}
            />
          )}
          <Disclosure title="Metadata" initiallyOpen={Object.keys(draft.metadata).length > 0}>
            <MetadataField
              metadata={draft.metadata}
              onMetadata={(metadata) => {
                setMetadataWrong(metadata === undefined);
                if (metadata !== undefined) setDraft({ ...draft, metadata });
              }}
            />
          </Disclosure>
        </>
      )}
      {action.failure !== undefined && <Problem error={action.failure} title="Not saved" />}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: IdentityDraft;
  readonly onDraft: (draft: IdentityDraft) => void;
}

function AliasFields({ session, draft, onDraft }: FieldsProps & { readonly session: SessionView }) {
  const methods = useRead(session, mountTableQuery(session.sessionId, 'auth'));
  const mounts = (methods.data?.rows ?? []).filter(({ type }) => type !== 'token');
  return (
    <>
      {mounts.length === 0 ? (
        <TextField
          mono
          label="Accessor of the auth method"
          value={draft.mountAccessor}
          onChange={({ target }) => onDraft({ ...draft, mountAccessor: target.value.trim() })}
        />
      ) : (
        <SelectField
          mono
          label="Auth method"
          value={draft.mountAccessor}
          options={mounts.map(({ accessor, path, type }) => ({ value: accessor, label: path, note: type }))}
          onValue={(mountAccessor) => onDraft({ ...draft, mountAccessor })}
        />
      )}
      <TextField
        mono
        label={draft.kind === 'group-alias' ? 'ID of the group' : 'ID of the entity'}
        value={draft.canonicalId}
        onChange={({ target }) => onDraft({ ...draft, canonicalId: target.value.trim() })}
      />
    </>
  );
}

function GroupFields({ draft, isNew, onDraft }: FieldsProps & { readonly isNew: boolean }) {
  return (
    <>
      {isNew && (
        <SelectField
          label="Type"
          value={draft.groupType}
          options={[
            { value: 'internal', label: 'Internal', note: 'members named here' },
            { value: 'external', label: 'External', note: 'members by an auth method' },
          ]}
          onValue={(type) => onDraft({ ...draft, groupType: type === 'external' ? type : 'internal' })}
        />
      )}
      {draft.groupType !== 'external' && (
        <TextField
          mono
          optional
          label="IDs of member entities"
          defaultValue={draft.memberEntityIds.join(', ')}
          onChange={({ target }) => onDraft({ ...draft, memberEntityIds: namesIn(target.value) })}
        />
      )}
      <TextField
        mono
        optional
        label="IDs of member groups"
        defaultValue={draft.memberGroupIds.join(', ')}
        onChange={({ target }) => onDraft({ ...draft, memberGroupIds: namesIn(target.value) })}
      />
    </>
  );
}
