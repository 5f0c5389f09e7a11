import { grouped } from '../../../shared/vault/counted.ts';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { secondsLeft } from '../../parts/session/token-time.ts';
import { Chip } from '../../ui/chip.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import type { Column } from '../../ui/table.tsx';
import { Text } from '../../ui/layout.tsx';
import { isByValue } from './token-notes.ts';

/** A row without a name is known by its accessor, unless a column has that. */
const nameless = (accessor: string, shown: readonly Column<AccessorRow>[]) =>
  isByValue(accessor) || shown.some(({ key }) => key === 'accessor') ? '—' : <code>{accessor}</code>;

/** The columns of the token table; `own` is the accessor of the session's token. */
export const tokenColumns = (own: string): readonly Column<AccessorRow>[] => [
  {
    key: 'name',
    title: 'Name',
    width: 160,
    share: 1.4,
    rank: 1,
    text: ({ token }) => token?.displayName,
    cell: ({ accessor, token }, shown) => (
      <>
        {token?.displayName || (
          <Text tone="dim">{accessor === own ? 'token' : nameless(accessor, shown)}</Text>
        )}{' '}
        {accessor === own && <Chip tone="accent">this session</Chip>}{' '}
        {token?.policies.includes('root') === true && !shown.some(({ key }) => key === 'policies') && (
          <Chip tone="danger">root</Chip>
        )}
      </>
    ),
    sort: ({ token }) => token?.displayName.toLowerCase() || undefined,
  },
  {
    key: 'expires',
    title: 'Expires',
    width: 108,
    rank: 2,
    cell: ({ token }) =>
      token === undefined || token.noLookUp === 'nothing' ? (
        '—'
      ) : token.expireTime === null ? (
        'never'
      ) : (
        <ServerTime iso={token.expireTime} />
      ),
    sort: ({ token }) => token && secondsLeft(token, 0),
  },
  {
    key: 'policies',
    title: 'Policies',
    width: 130,
    share: 1.6,
    rank: 3,
    mono: true,
    isNeededBy: ({ token }) => token?.noLookUp !== 'nothing',
    text: ({ token }) => token && [...token.policies, ...token.identityPolicies].join(', '),
    sort: ({ token }) => token?.policies.join(', '),
  },
  {
    key: 'path',
    title: 'Path',
    width: 170,
    share: 1.2,
    rank: 5,
    mono: true,
    isNeededBy: ({ token }) => token?.path !== '',
    text: ({ token }) => token?.path,
    sort: ({ token }) => token?.path,
  },
  {
    key: 'accessor',
    title: 'Accessor',
    width: 190,
    rank: 4,
    mono: true,
    isNeededBy: ({ accessor }) => accessor !== '' && !isByValue(accessor),
    text: ({ accessor }) => (isByValue(accessor) ? '' : accessor),
    sort: ({ accessor, token }) => token && accessor,
  },
  {
    key: 'created',
    title: 'Created',
    width: 108,
    rank: 6,
    isNeededBy: ({ token }) => token?.issueTime !== '',
    cell: ({ token }) => token && token.issueTime !== '' && <ServerTime iso={token.issueTime} />,
    sort: ({ token }) => token && (Date.parse(token.issueTime) || undefined),
  },
  {
    key: 'type',
    title: 'Type',
    width: 70,
    rank: 7,
    isNeededBy: ({ token }) => token !== undefined && token.type !== 'service' && token.type !== '',
    text: ({ token }) => token?.type,
    sort: ({ token }) => token?.type,
  },
  {
    key: 'uses',
    title: 'Uses',
    width: 78,
    rank: 8,
    isNeededBy: ({ token }) => token !== undefined && token.numUses !== 0,
    text: ({ token }) =>
      token === undefined || token.numUses === 0 ? '' : grouped(Math.max(0, token.numUses)),
    sort: ({ token }) => token && (token.numUses === 0 ? Infinity : token.numUses),
  },
  {
    key: 'entity',
    title: 'Entity',
    width: 120,
    share: 0.8,
    rank: 9,
    mono: true,
    isNeededBy: ({ token }) => token !== undefined && token.entityId !== '',
    text: ({ token }) => token?.entityId,
    sort: ({ token }) => (token?.entityId === '' ? undefined : token?.entityId),
  },
];
