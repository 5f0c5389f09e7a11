import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { MountKind, MountRow } from '../../../../shared/vault/mount-table.ts';
import { mountTableQuery } from '../../../api/access.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { FilterBox } from '../../../ui/filter-box.tsx';
import { useActions } from '../../../workspace/action-registry.ts';
import { Beside } from '../drawer.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { EnableDialog } from './enable-dialog.tsx';
import { MountDrawer } from './mount-drawer.tsx';
import { MoveProgress, type Move } from './move-progress.tsx';
import { mountWords, typeName } from './mount-words.ts';

export interface MountsProps {
  readonly session: SessionView;
  readonly kind: MountKind;
}

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

/** The mounts of a kind in a table, with the chosen one beside it. */
export function Mounts({ session, kind }: MountsProps) {
  const { sessionId } = session;
  const words = mountWords[kind];
  const table = useRead(session, mountTableQuery(sessionId, kind));
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState('');
  const [enabling, setEnabling] = useState(false);
  const [move, setMove] = useState<Move>();
  const enable = (): void => setEnabling(true);
  useActions(() => [
    { id: `${words.id}.enable`, label: words.enable, group: words.title, icon: Plus, run: enable },
  ]);
  const needle = filter.trim().toLowerCase();
  const shown = (table.data?.rows ?? []).filter(({ path, type, tuning }) =>
    [path, type, tuning.description].some((text) => text.toLowerCase().includes(needle)),
  );
  const row = table.data?.rows.find(({ path }) => path === chosen);
  return (
    <TopicPage
      title={words.title}
      id={words.id}
      note={table.data === undefined ? undefined : `${String(table.data.rows.length)} mounted`}
      query={table}
      actions={
        <Button variant="primary" icon={Plus} onClick={enable}>
          {words.enable}
        </Button>
      }
    >
      {move !== undefined && <MoveProgress session={session} move={move} />}
      <Loaded query={table} failed={`The ${words.title.toLowerCase()} could not be listed`}>
        {({ refusal }) => (
          <>
            {refusal !== undefined && (
              <Problem error={refusal} title="Shown: only those that this token may use" />
            )}
            <Beside
              drawer={
                row !== undefined && (
                  <MountDrawer
                    key={row.path}
                    session={session}
                    kind={kind}
                    row={row}
                    onClose={() => setChosen('')}
                    onMove={setMove}
                  />
                )
              }
            >
              <FilterBox data-filter label="Filter" text={filter} onText={setFilter} />
              <Table
                label={words.title}
                rows={shown}
                columns={columns}
                keyOf={({ path }) => path}
                chosen={chosen}
                onOpen={({ path }) => setChosen(path)}
              />
            </Beside>
          </>
        )}
      </Loaded>
      {enabling && (
        <EnableDialog
          sessionId={sessionId}
          kind={kind}
          types={table.data?.types}
          onClose={() => setEnabling(false)}
          onEnabled={(path) => {
            setEnabling(false);
            setChosen(path);
          }}
        />
      )}
    </TopicPage>
  );
}
