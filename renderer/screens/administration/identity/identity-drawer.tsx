import { GitMerge, Pencil, Trash2 } from 'lucide-react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityFacts, IdentityKind } from '../../../../shared/vault/identity.ts';
import { useForgetIdentities } from '../../../api/access.ts';
import { query, vault } from '../../../api/client.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { field } from '../../../ui/fields.tsx';
import { namesIn } from '../../../ui/names-in.ts';
import { RawJson } from '../../../ui/raw-json.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { Details } from '../../../parts/form/details.tsx';
import { form, type Form } from '../../../parts/form/draft-form.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { Stack } from '../../../ui/layout.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { identityNames, type Named } from './identity-words.ts';
import css from './identity.module.css';

export interface IdentityDrawerProps {
  readonly session: SessionView;
  readonly chosen: Named;
  readonly onOpen: (another: Named) => void;
  readonly onClose: () => void;
}

/** An entity, a group or an alias: its policies, its members or logins, and its actions. */
export function IdentityDrawer({ session, chosen, onOpen, onClose }: IdentityDrawerProps) {
  const { sessionId } = session;
  const { kind, id } = chosen;
  const read = useRead(session, query('identity.read', { sessionId, kind, id }));
  const forget = useForgetIdentities(sessionId);
  const facts = read.data;
  return (
    <Details
      title={facts?.name ?? id}
      failed="Not deleted"
      onClose={onClose}
      changes={
        facts && [
          {
            label: 'Edit…',
            icon: Pencil,
            form: (close) => <EditDialog session={session} kind={kind} facts={facts} onClose={close} />,
          },
          kind === 'entity' && {
            label: 'Merge…',
            icon: GitMerge,
            form: mergeForm(sessionId, facts, forget),
          },
          {
            label: 'Delete…',
            icon: Trash2,
            danger: true,
            run: () => vault.identity.delete({ sessionId, kind, id }),
            done: `${facts.name} is deleted.`,
            onDone: () => {
              onClose();
              forget();
            },
          },
        ]
      }
    >
      <Loaded query={read} failed={`This ${identityNames[kind].one} could not be read`}>
        {(data) => <Shown facts={data} onOpen={onOpen} />}
      </Loaded>
    </Details>
  );
}

/** Asks for the entities to merge into this one. */
function mergeForm(sessionId: string, facts: IdentityFacts, merged: () => void): Form {
  const fromOf = (text: string) => namesIn(text).filter((id) => id !== facts.id);
  return form({
    title: `Merge into ${facts.name}`,
    description: 'Their aliases and groups move here; the merged entities are deleted.',
    action: 'Merge…',
    busy: 'Merging…',
    failed: 'Not merged',
    done: () => `Merged into ${facts.name}.`,
    first: { ids: '' },
    disabled: ({ ids }) => fromOf(ids).length === 0,
    submit: async ({ ids }) => {
      await vault.identity.merge({ sessionId, from: fromOf(ids), into: facts.id });
      merged();
    },
    fields: () => [field.mono('ids', 'IDs of the entities to merge', 'Comma-separated.')],
  });
}

function Shown({ facts, onOpen }: { readonly facts: IdentityFacts; readonly onOpen: (one: Named) => void }) {
  const { kind, policies, metadata, disabled, aliases, groupIds, groupType } = facts;
  const isAlias = kind === 'entity-alias' || kind === 'group-alias';
  const aliasKind = kind === 'group' ? 'group-alias' : 'entity-alias';
  const links = (to: IdentityKind, ids: readonly string[], texts = ids) =>
    ids.length > 0 && (
      <Stack as="span" align="start">
        {ids.map((id, at) => (
          <button key={id} type="button" className={css['link']} onClick={() => onOpen({ kind: to, id })}>
            {texts[at]}
          </button>
        ))}
      </Stack>
    );
  return (
    <>
      <Facts
        selectable
        of={[
          ['State', disabled && <Chip tone="warn">disabled</Chip>],
          [
            'Policies',
            !isAlias &&
              (policies.length === 0 ? 'none' : policies.map((policy) => <Chip key={policy}>{policy}</Chip>)),
            'chips',
          ],
          ['Type', groupType],
          [
            'Logs in as',
            links(
              aliasKind,
              aliases.map(({ id }) => id),
              aliases.map(({ mount, name }) => mount + name),
            ),
          ],
          ['Auth method', isAlias && facts.mount],
          ['Belongs to', isAlias && links(kind === 'group-alias' ? 'group' : 'entity', [facts.canonicalId])],
          ['Groups', links('group', groupIds)],
          ['Entities', links('entity', facts.memberEntityIds)],
          ['Member groups', links('group', facts.memberGroupIds)],
          ...Object.entries(metadata),
          ['Created', facts.created !== '' && <ServerTime iso={facts.created} />],
          ['ID', <code>{facts.id}</code>],
        ]}
      />
      <RawJson text={facts.raw} />
    </>
  );
}
