import { Copy, Users } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import type { PolicyUser, PolicyUserKind } from '../../../shared/vault/policy-effect.ts';
import { usersJob } from '../../api/policy-effects.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { allRowsUpTo } from '../../ui/row-grid.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Text } from '../../ui/layout.tsx';
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

const columns: readonly Column<PolicyUser>[] = [
  { title: 'Kind', width: 72, most: 96, text: ({ kind }) => kinds[kind] },
  { title: 'Name', width: 64, share: 1, text: ({ name }) => name },
  {
    title: 'Accessor or path',
    width: 110,
    share: 2,
    className: css['name'],
    cell: ({ kind, at }) => (
      <>
        <Text as="code" shrinks cut title={at}>
          {at}
        </Text>
        <IconButton
          small
          icon={Copy}
          label={kind === 'token' ? 'Copy accessor' : 'Copy path'}
          onClick={() => void copyPlainText(at, kind === 'token' ? 'Accessor' : 'Path')}
        />
      </>
    ),
  },
  { title: 'By', width: 72, most: 140, text: ({ by }) => by, cell: ({ by }) => <code>{by}</code> },
];

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
            Find users
          </Button>
        }
      >
        Reads all tokens, roles, users, groups and entities that this token may list.
      </EmptyState>
    );
  const { rows, end } = findings;
  const none = (end?.unreadCount ?? 0) === 0 ? 'No users found' : 'Users unknown';
  const open = ({ kind, at }: PolicyUser): void => {
    if (kind === 'token') openScreen('token', at);
    else void copyPlainText(at, 'Path');
  };
  return (
    <>
      <FindingsStanding
        findings={findings}
        things="read"
        found={rows.length === 0 ? none : counted(rows.length, 'use')}
        foundAny={rows.length > 0}
        onCancel={() => void store.cancel()}
        onAgain={look}
      />
      {rows.length > 0 && (
        <Table
          label={`Uses of ${policy}`}
          rows={rows}
          columns={columns}
          look={css}
          allUpTo={allRowsUpTo}
          keyOf={({ at, by }) => `${at} ${by}`}
          onOpen={open}
          onCopy={({ at }) => void copyPlainText(at, 'Text')}
          onRowClick={(row, target) => {
            if (row.kind === 'token' && target.closest('button') === null) open(row);
          }}
        />
      )}
    </>
  );
}

const limited = 'Each token and role costs this token a use';
