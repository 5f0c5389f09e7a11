import { Copy } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { deletedVersions } from '../../../shared/vault/folder-history.ts';
import type { DeletedVersion } from '../../../shared/vault/folder-history.ts';
import { isDeletedAt } from '../../../shared/vault/folder-table.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { query } from '../../api/client.ts';
import type { FolderState, FolderTable } from '../../parts/folder/folder-tables.ts';
import { DeletedTools } from '../../parts/entry-actions/selection-tools.tsx';
import { fold } from '../../parts/tree/name-list.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ServerTime, useServerNow } from '../../ui/server-clock.tsx';
import { sortedRows, Table, type Column } from '../../ui/table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { PathCell } from './path-cell.tsx';
import { SelectedActions } from './selected-actions.tsx';

export interface DeletedProps {
  readonly sessionId: string;
  readonly table: FolderTable;
  readonly state: FolderState;
}

const labels = { deleted: 'Deleted', planned: 'To be deleted' } as const;

const latestFirst = { column: 'deleted', descending: true };

/** Deleted versions of the folder's entries, and those whose deletion is set for later. */
export function Deleted({ sessionId, table, state }: DeletedProps) {
  const { mount, path: folder } = table;
  const { rows, text, selected } = state;
  const sort = state.sorts.deleted ?? latestFirst;
  const [which, setWhich] = useState<'deleted' | 'planned'>('deleted');
  const config = useQuery(query('mount.config', { sessionId, mount: mount.path })).data;
  const openPlace = useOpenPlace(sessionId);
  const nowMs = Math.ceil(useServerNow() / 1000) * 1000;
  const all = useMemo(() => deletedVersions(rows, config), [rows, config]);
  const columns = useMemo(() => columnsOf(folder, which), [folder, which]);
  const isPlanned = useCallback((version: DeletedVersion): boolean => !isDeletedAt(version, nowMs), [nowMs]);
  const planned = all.filter(isPlanned).length;
  const needle = fold(text.trim());
  const column = columns.find(({ key }) => key === sort.column);
  const view = sortedRows(
    all.filter((one) => isPlanned(one) === (which === 'planned') && fold(one.path).includes(needle)),
    (row) => column?.sort?.(row),
    sort.descending,
    (one, other) => (one.path === other.path ? other.version - one.version : one.path < other.path ? -1 : 1),
  );
  const shown = view.filter((row) => selected.has(keyOf(row)));
  const toggle = useCallback((row: DeletedVersion) => table.toggle(keyOf(row)), [table]);
  return (
    <div className={sideCss['tableSide']}>
      <Row align="center" gap={8} wrap>
        <Segmented
          label="Which versions"
          options={[
            { value: 'deleted', label: `${labels.deleted} ${grouped(all.length - planned)}` },
            { value: 'planned', label: `${labels.planned} ${grouped(planned)}` },
          ]}
          value={which}
          onValue={(value) => {
            setWhich(value);
            table.show({ selected: new Set() });
          }}
        />
      </Row>
      {selected.size > 0 && (
        <SelectedActions
          shown={shown.length}
          hidden={selected.size - shown.length}
          onNone={() => table.show({ selected: new Set() })}
        >
          <Button
            small
            icon={Copy}
            disabled={shown.length === 0}
            onClick={() =>
              void copyPlainText([...new Set(shown.map(({ path }) => mount.path + path))].join('\n'), 'Paths')
            }
          >
            Copy paths
          </Button>
          <DeletedTools
            sessionId={sessionId}
            disabled={shown.length === 0}
            places={() => versionsOf(sessionId, mount, shown)}
          />
        </SelectedActions>
      )}
      {view.length === 0 ? (
        <Note role="status">{emptyWords(which, needle)}</Note>
      ) : (
        <Table
          label="Deleted versions"
          rows={view}
          columns={columns}
          keyOf={keyOf}
          place={table.places.deleted}
          sort={sort}
          onSort={(next) => table.setSort(next)}
          selection={{
            isSelectable: () => true,
            selected,
            onToggle: toggle,
            onSelect: (keys) => table.show({ selected: keys }),
            nameOf: ({ path, version }) => `${path}, version ${String(version)}`,
          }}
          onOpen={({ path, version }, key) =>
            openPlace({ mount, path, version }, key === 'Enter' ? 'pin' : 'preview')
          }
          onCopy={({ path }) => void copyPlainText(mount.path + path, 'Path')}
        />
      )}
    </div>
  );
}

function emptyWords(which: 'deleted' | 'planned', needle: string): string {
  if (needle !== '') return 'No version passes the filter.';
  return which === 'deleted' ? 'No deleted version.' : 'No version has a time at which it will be deleted.';
}

/** Each entry once, with its versions. */
function versionsOf(
  sessionId: string,
  mount: Mount,
  shown: readonly DeletedVersion[],
): readonly SelectedPlace[] {
  const versions = Map.groupBy(shown, ({ path }) => path);
  return [...versions].map(([path, of]) => ({
    sessionId,
    mount: mount.path,
    path,
    versions: of.map(({ version }) => version),
  }));
}

function keyOf({ path, version }: DeletedVersion): string {
  return `${path}\0${String(version)}`;
}

function columnsOf(folder: string, which: 'deleted' | 'planned'): readonly Column<DeletedVersion>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      width: 160,
      share: 3,
      text: ({ path }) => path.slice(folder.length),
      sort: ({ path }) => fold(path),
      cell: ({ path }) => <PathCell path={path.slice(folder.length)} />,
    },
    {
      key: 'version',
      title: 'Version',
      width: 110,
      text: ({ version, isCurrent }) => `${grouped(version)}${isCurrent ? ' (current)' : ''}`,
      sort: ({ version }) => version,
    },
    {
      key: 'deleted',
      title: which === 'deleted' ? 'Deleted' : 'Will be deleted',
      width: 120,
      cell: ({ deletionTime }) => <ServerTime iso={deletionTime} />,
      sort: ({ deletionTime }) => Date.parse(deletionTime) || undefined,
    },
    {
      key: 'by',
      title: 'By',
      width: 100,
      share: 1,
      rank: 3,
      isNeededBy: ({ deletedBy }) => deletedBy !== undefined,
      text: ({ deletedBy }) => deletedBy,
      sort: ({ deletedBy }) => deletedBy,
    },
    {
      key: 'left',
      title: 'Removed permanently',
      width: 160,
      rank: 1,
      isNeededBy: ({ writesLeft }) => writesLeft !== undefined,
      text: ({ writesLeft }) =>
        writesLeft === undefined
          ? ''
          : writesLeft === 1
            ? 'with the next write'
            : `after ${counted(writesLeft, 'write')}`,
      sort: ({ writesLeft }) => writesLeft,
    },
    {
      key: 'again',
      title: 'Once undeleted',
      width: 190,
      rank: 2,
      isNeededBy: ({ againAfterSeconds }) => againAfterSeconds !== undefined,
      text: ({ againAfterSeconds: seconds }) =>
        seconds === undefined ? '' : `deleted again after ${formatDuration(seconds)}`,
      sort: ({ againAfterSeconds }) => againAfterSeconds,
    },
  ];
}
