import { Copy, Users } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import type { PolicyUser, PolicyUserKind } from '../../../shared/vault/policy-effect.ts';
import { usersJob } from '../../api/policy-effects.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowGrid, rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { FindingsStanding } from './findings-standing.tsx';
import { usersOf } from './findings-store.ts';
import css from './findings.module.css';

const kinds: Readonly<Record<PolicyUserKind, string>> = {
  token: 'Token',
  'token-role': 'Token role',
  role: 'Role',
  user: 'User',
  group: 'Group',
  certificate: 'Certificate',
  entity: 'Entity',
};

/** Starts the search. */
export function findUsers(sessionId: string, policy: string): void {
  void usersOf(sessionId).look(policy, usersJob(sessionId, policy));
}

export interface UsersViewProps {
  readonly session: SessionView;
  readonly policy: string;
}

/** Tokens, roles, users, groups and entities that use a policy. */
export function UsersView({ session: { sessionId, token }, policy }: UsersViewProps) {
  const store = usersOf(sessionId);
  const findings = useStore(store);
  const { openScreen } = useWorkspaceActions();
  const look = (): void => findUsers(sessionId, policy);
  if (findings.of !== policy)
    return (
      <EmptyState
        icon={Users}
        title="Not searched yet"
        actions={
          <Button
            disabled={hasLimitedUses(token)}
            title={hasLimitedUses(token) ? limited : undefined}
            onClick={look}
          >
            Find who uses it
          </Button>
        }
      >
        Reads all tokens, roles, users, groups and entities that this token may list.
      </EmptyState>
    );
  const { rows } = findings;
  const open = ({ kind, at }: PolicyUser): void => {
    if (kind === 'token') openScreen('token', at);
    else void copyPlainText(at, 'Path');
  };
  return (
    <>
      <FindingsStanding
        findings={findings}
        things="read"
        found={
          rows.length === 0
            ? 'Nobody found who uses it.'
            : `${rows.length.toLocaleString('en-GB')} ${rows.length === 1 ? 'use' : 'uses'}`
        }
        onCancel={() => void store.cancel()}
        onAgain={look}
      />
      {rows.length > 0 && (
        <RowGrid
          label={`Uses of ${policy}`}
          rows={rows}
          rowHeight="line"
          columnCount={4}
          keyOf={({ at, by }) => `${at} ${by}`}
          onAct={open}
          onCopy={({ at }) => void copyPlainText(at, 'Text')}
          onRowClick={(row, target) => {
            if (row.kind === 'token' && target.closest('button') === null) open(row);
          }}
          head={
            <div role="row" aria-rowindex={1} className={classes(css['user'], css['head'])}>
              <span role="columnheader">Kind</span>
              <span role="columnheader">Name</span>
              <span role="columnheader">Accessor or path</span>
              <span role="columnheader">By</span>
            </div>
          }
        >
          {(row, place) => <UserLine row={row} place={place} />}
        </RowGrid>
      )}
    </>
  );
}

const limited = 'Each token and role costs this token a use';

function UserLine({
  row: { kind, name, at, by },
  place,
}: {
  readonly row: PolicyUser;
  readonly place: RowPlace;
}) {
  const { style, ...attributes } = rowAttributes(place);
  return (
    <div {...attributes} role="row" className={css['user']} {...(style === undefined ? {} : { style })}>
      <span role="gridcell">{kinds[kind]}</span>
      <span role="gridcell" className={css['cut']} title={name}>
        {name}
      </span>
      <span role="gridcell" className={css['at']}>
        <code className={css['cut']} title={at}>
          {at}
        </code>
        <IconButton
          small
          icon={Copy}
          label={kind === 'token' ? 'Copy accessor' : 'Copy path'}
          onClick={() => void copyPlainText(at, kind === 'token' ? 'Accessor' : 'Path')}
        />
      </span>
      <span role="gridcell" className={css['cut']} title={by}>
        <code>{by}</code>
      </span>
    </div>
  );
}
