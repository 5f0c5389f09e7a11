import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { MountKind, MountRow } from '../../../../shared/vault/mount-table.ts';
import { Problem } from '../../../parts/read/loaded.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Resource } from '../resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { EnableDialog } from './enable-dialog.tsx';
import { MountDrawer } from './mount-drawer.tsx';
import { MoveProgress, type Move } from './move-progress.tsx';
import { query } from '../../../api/client.ts';
import { mountWords, typeName } from './mount-words.ts';

const columns: readonly Column<MountRow>[] = [
  { title: 'Path', width: 0, share: 5, mono: true, text: ({ path }) => path },
  {
    title: 'Type',
    width: 0,
    share: 3,
    text: typeName,
    cell: (row) => (
      <>
        {typeName(row)}
        {row.deprecation !== '' && row.deprecation !== 'supported' && (
          <>
            {' '}
            <Chip tone="warn">{row.deprecation}</Chip>
          </>
        )}
      </>
    ),
  },
  { title: 'Description', width: 0, share: 4, text: ({ tuning }) => tuning.description },
  {
    title: 'TTL',
    width: 0,
    share: 3,
    text: ({ tuning: { defaultTtl, maxTtl } }) =>
      defaultTtl === '' && maxTtl === ''
        ? '—'
        : `${defaultTtl === '' ? 'default' : defaultTtl} / ${maxTtl === '' ? 'default' : maxTtl}`,
  },
];

/** The secrets engines of a server. */
export const SecretsEngines = ({ session }: TopicPageProps) => <Mounts session={session} kind="secret" />;

/** The auth methods of a server. */
export const AuthMethods = ({ session }: TopicPageProps) => <Mounts session={session} kind="auth" />;

interface MountsProps {
  readonly session: SessionView;
  readonly kind: MountKind;
}

/** The mounts of a kind in a table, with the chosen one beside it. */
function Mounts({ session, kind }: MountsProps) {
  const { sessionId } = session;
  const words = mountWords[kind];
  const [move, setMove] = useState<Move>();
  return (
    <Resource
      session={session}
      title={words.title}
      id={words.id}
      note={({ data }) => data && `${data.rows.length} mounted`}
      list={query('mount.table', { sessionId, kind })}
      failed={`The ${words.title.toLowerCase()} could not be listed`}
      rows={({ rows }) => rows}
      keyOf={({ path }) => path}
      columns={columns}
      filter={{ label: 'Filter', texts: ({ path, type, tuning }) => [path, type, tuning.description] }}
      top={move !== undefined && <MoveProgress session={session} move={move} />}
      above={({ refusal }) =>
        refusal !== undefined && <Problem error={refusal} title="Shown: only those that this token may use" />
      }
      create={{ label: words.enable, also: words.enable }}
      form={({ data, cancel, choose }) => (
        <EnableDialog
          sessionId={sessionId}
          kind={kind}
          types={data?.types}
          onClose={cancel}
          onEnabled={(path) => {
            cancel();
            choose(path);
          }}
        />
      )}
      details={(row, { close }) => (
        <MountDrawer session={session} kind={kind} row={row} onClose={close} onMove={setMove} />
      )}
    />
  );
}
