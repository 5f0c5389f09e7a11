/** The columns of a view as they look: the shortest words that tell them apart, and their connection. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EnvironmentColumn, EnvironmentView } from '../../../shared/vault/environments.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import { sessionOfColumn } from '../../api/environments.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { EnvironmentTag } from '../../parts/session/environment-tag.tsx';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';

export interface ShownColumnHead {
  /** Differs from those of the other columns. */
  readonly label: string;
  /** Mount and path. */
  readonly full: string;
  readonly column: EnvironmentColumn;
  /** Name of the connection; its id or address if nothing else is known. */
  readonly connection: string;
  /** Undefined: not open. */
  readonly session: SessionView | undefined;
  readonly mount: Mount | undefined;
  readonly letters: string | undefined;
}

export type ShownColumns = readonly ShownColumnHead[];

/** The columns of a view, with the open session of each. */
export function useColumns(view: EnvironmentView): ShownColumns {
  const { sessions } = useOpenSessions();
  const badges = useBadges(sessions).ofSession;
  const profiles = useQuery(query('profile.list', {})).data;
  const open = view.columns.map((column) => sessionOfColumn(column, sessions));
  const ids = [...new Set(open.flatMap((session) => session?.sessionId ?? []))];
  const mounts = useQueries({
    queries: ids.map((sessionId) => query('mount.list', { sessionId }, { staleTime: 60_000 })),
  });
  const labels = labelsOf(view.columns);
  return view.columns.map((column, at) => {
    const session = open[at];
    const connection =
      session?.name ??
      profiles?.find(({ profileId }) => profileId === column.connection)?.name ??
      column.connection;
    const known = session && mounts[ids.indexOf(session.sessionId)]?.data;
    const words = labels[at] ?? '';
    const isUnique = labels.filter((one) => one === words).length === 1;
    return {
      label: [words, ...(isUnique ? [] : [connection])].filter((word) => word !== '').join(' · '),
      full: column.mount + column.path,
      column,
      connection,
      session,
      mount: known?.find(({ path }) => path === column.mount),
      letters: session && badges.get(session.sessionId)?.letters,
    };
  });
}

/** Of each full path, the part between the beginning and the end that all of them share; empty if all are equal. */
export function labelsOf(columns: readonly Pick<EnvironmentColumn, 'mount' | 'path'>[]): readonly string[] {
  const all = columns.map(({ mount, path }) => (mount + path).split('/'));
  const shortest = Math.min(...all.map(({ length }) => length));
  const first = all[0] ?? [];
  let start = 0;
  while (start < shortest && all.every((parts) => parts[start] === first[start])) start++;
  let end = 0;
  while (end < shortest - start && all.every((parts) => parts.at(-1 - end) === first.at(-1 - end))) end++;
  return all.map((parts) => parts.slice(start, parts.length - end).join('/'));
}

/** Head of a column: badge, words, and the environment that its connection has. */
export function ColumnHead({ shown }: { readonly shown: ShownColumnHead }) {
  const { session, letters, label } = shown;
  return (
    <Row as="span" align="center" gap={6} shrinks>
      {session !== undefined && <ProfileBadge hidden tiny colour={session.colour} letters={letters} />}
      <Text cut>{label}</Text>
      {session !== undefined && <EnvironmentTag session={session} />}
    </Row>
  );
}

/** Name of a column for menus and screen readers. */
export function columnName({ label, full, session }: ShownColumnHead): string {
  const { environment = '' } = session ?? {};
  return `${label === '' ? full : label}${environment === '' ? '' : ` (${environment})`}`;
}
