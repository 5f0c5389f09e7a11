import { GitMerge, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { IdentityFacts, IdentityKind } from '../../../../shared/vault/identity.ts';
import { deleteIdentity, identityQuery, useForgetIdentities } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { RawJson } from '../../../ui/raw-json.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { ChangeButton } from '../change-button.tsx';
import { Drawer } from '../drawer.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { EditDialog } from './edit-dialog.tsx';
import { identityNames } from './identity-words.ts';
import { MergeDialog } from './merge-dialog.tsx';
import css from './identity.module.css';

/** Reference to an identity object. */
export interface Named {
  readonly kind: IdentityKind;
  readonly id: string;
}

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
  const query = useRead(session, identityQuery(sessionId, kind, id));
  const [asked, setAsked] = useState<'edit' | 'merge'>();
  const action = useAction();
  const forget = useForgetIdentities(sessionId);
  const facts = query.data;
  return (
    <Drawer
      title={facts?.name ?? id}
      onClose={onClose}
      actions={
        facts !== undefined && (
          <>
            <Button icon={Pencil} onClick={() => setAsked('edit')}>
              Edit…
            </Button>
            {kind === 'entity' && (
              <Button icon={GitMerge} onClick={() => setAsked('merge')}>
                Merge…
              </Button>
            )}
            <ChangeButton
              label="Delete…"
              icon={Trash2}
              variant="danger"
              action={action}
              run={() => deleteIdentity({ sessionId, kind, id })}
              done={`${facts.name} is deleted.`}
              onDone={() => {
                onClose();
                forget();
              }}
            />
          </>
        )
      }
    >
      {action.failure !== undefined && <Problem error={action.failure} title="Not deleted" />}
      <Loaded query={query} failed={`This ${identityNames[kind].one} could not be read`}>
        {(data) => <Shown facts={data} onOpen={onOpen} />}
      </Loaded>
      {asked === 'edit' && facts !== undefined && (
        <EditDialog
          session={session}
          kind={kind}
          facts={facts}
          onClose={() => setAsked(undefined)}
          onSaved={() => setAsked(undefined)}
        />
      )}
      {asked === 'merge' && facts !== undefined && (
        <MergeDialog
          session={session}
          facts={facts}
          onClose={() => setAsked(undefined)}
          onMerged={() => setAsked(undefined)}
        />
      )}
    </Drawer>
  );
}

function Shown({ facts, onOpen }: { readonly facts: IdentityFacts; readonly onOpen: (one: Named) => void }) {
  const { kind, policies, metadata, disabled, aliases, groupIds, groupType } = facts;
  const isAlias = kind === 'entity-alias' || kind === 'group-alias';
  const aliasKind = kind === 'group' ? 'group-alias' : 'entity-alias';
  const links = (name: string, of: IdentityKind, ids: readonly string[]) =>
    ids.length > 0 && <Links name={name} of={of} ids={ids.map((id) => ({ id, text: id }))} onOpen={onOpen} />;
  return (
    <>
      <Facts selectable>
        {disabled && (
          <Fact name="State">
            <Chip tone="warn">disabled</Chip>
          </Fact>
        )}
        {!isAlias && (
          <Fact name="Policies" as="chips">
            {policies.length === 0 ? 'none' : policies.map((policy) => <Chip key={policy}>{policy}</Chip>)}
          </Fact>
        )}
        {groupType !== '' && <Fact name="Type">{groupType}</Fact>}
        {aliases.length > 0 && (
          <Links
            name="Logs in as"
            of={aliasKind}
            ids={aliases.map(({ id, mount, name }) => ({ id, text: mount + name }))}
            onOpen={onOpen}
          />
        )}
        {isAlias && <Fact name="Auth method">{facts.mount}</Fact>}
        {isAlias && links('Belongs to', kind === 'group-alias' ? 'group' : 'entity', [facts.canonicalId])}
        {links('Groups', 'group', groupIds)}
        {links('Entities', 'entity', facts.memberEntityIds)}
        {links('Groups inside', 'group', facts.memberGroupIds)}
        {Object.entries(metadata).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {facts.created !== '' && (
          <Fact name="Created">
            <ServerTime iso={facts.created} />
          </Fact>
        )}
        <Fact name="ID">
          <code>{facts.id}</code>
        </Fact>
      </Facts>
      <RawJson text={facts.raw} />
    </>
  );
}

interface LinksProps {
  readonly name: string;
  readonly of: IdentityKind;
  readonly ids: readonly { readonly id: string; readonly text: string }[];
  readonly onOpen: (one: Named) => void;
}

function Links({ name, of, ids, onOpen }: LinksProps) {
  return (
    <Fact name={name}>
      <span className={css['links']}>
        {ids.map(({ id, text }) => (
          <button key={id} type="button" className={css['link']} onClick={() => onOpen({ kind: of, id })}>
            {text}
          </button>
        ))}
      </span>
    </Fact>
  );
}
