import { useMemo, useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { changesSince, destroyedCount } from '../../../shared/vault/folder-history.ts';
import type { FolderChange } from '../../../shared/vault/folder-history.ts';
import { utcDate } from '../../../shared/vault/relative-time.ts';
import type { FolderState, FolderTable } from '../../parts/folder/folder-tables.ts';
import { fold } from '../../parts/tree/name-list.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Chip } from '../../ui/chip.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ServerTime, useServerNow } from '../../ui/server-clock.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { PathCell } from './path-cell.tsx';

export interface ChangesProps {
  readonly sessionId: string;
  readonly table: FolderTable;
  readonly state: FolderState;
}

const spans = [
  { value: '1', label: 'Day' },
  { value: '7', label: 'Week' },
  { value: '31', label: 'Month' },
];

/** A day, or a change of that day. */
type Line = { readonly day: string; readonly count: number } | FolderChange;

/** Writes and deletions of the folder's entries in the last days, by day, newest first. */
export function Changes({ sessionId, table, state }: ChangesProps) {
  const { mount, path: folder } = table;
  const { rows, text } = state;
  const [days, setDays] = useState('7');
  const openPlace = useOpenPlace(sessionId);
  const nowMs = Math.ceil(useServerNow() / 1000) * 1000;
  const changes = useMemo(() => {
    const needle = fold(text.trim());
    const all = changesSince(rows, nowMs - Number(days) * 86_400_000, nowMs);
    return needle === '' ? all : all.filter(({ path }) => fold(path).includes(needle));
  }, [rows, text, days, nowMs]);
  const lines = useMemo(() => byDay(changes), [changes]);
  const columns = useMemo(() => columnsOf(folder), [folder]);
  const destroyed = useMemo(() => destroyedCount(rows), [rows]);
  const told = changes.some(({ by }) => by !== undefined);
  return (
    <div className={sideCss['tableSide']}>
      <Row align="center" gap={12} wrap>
        <Segmented label="Time span" options={spans} value={days} onValue={setDays} />
        <Note>
          {told ? '' : 'The server does not say who. '}
          {destroyed > 0 &&
            `${grouped(destroyed)} destroyed ${destroyed === 1 ? 'version has' : 'versions have'} no time. `}
          Entries removed with all versions leave no trace.
        </Note>
      </Row>
      {changes.length === 0 ? (
        <Note role="status">
          {text.trim() === ''
            ? 'Nothing was written or deleted in this time.'
            : 'No change passes the filter.'}
        </Note>
      ) : (
        <Table
          label="Changes"
          rows={lines}
          columns={columns}
          keyOf={(line) => ('day' in line ? line.day : `${line.path}\0${String(line.version)} ${line.what}`)}
          place={table.places.changes}
          onOpen={(line, key) => {
            if (!('day' in line))
              openPlace(
                { mount, path: line.path, version: line.version },
                key === 'Enter' ? 'pin' : 'preview',
              );
          }}
          onCopy={(line) => {
            if (!('day' in line)) void copyPlainText(mount.path + line.path, 'Path');
          }}
        />
      )}
    </div>
  );
}

/** Puts a line before the changes of each day, in UTC. */
function byDay(changes: readonly FolderChange[]): readonly Line[] {
  const lines: Line[] = [];
  let at = 0;
  while (at < changes.length) {
    const day = dayOf(changes[at]);
    let end = at;
    while (end < changes.length && dayOf(changes[end]) === day) end++;
    lines.push({ day, count: end - at }, ...changes.slice(at, end));
    at = end;
  }
  return lines;
}

function dayOf(change: FolderChange | undefined): string {
  return change === undefined ? '' : utcDate(new Date(change.atMs).toISOString());
}

function columnsOf(folder: string): readonly Column<Line>[] {
  return [
    {
      title: 'Name',
      width: 200,
      share: 3,
      text: (line) => ('day' in line ? line.day : line.path.slice(folder.length)),
      cell: (line) =>
        'day' in line ? (
          <strong>
            {line.day} UTC · {grouped(line.count)}
          </strong>
        ) : (
          <PathCell path={line.path.slice(folder.length)} />
        ),
    },
    {
      title: 'Change',
      width: 210,
      cell: (line) =>
        !('day' in line) && (
          <Row as="span" align="center" gap={6}>
            {line.what === 'deleted' ? <Chip tone="warn">deleted</Chip> : <Chip>{line.what}</Chip>}
            {line.destroyed && <Chip tone="danger">destroyed since</Chip>}
          </Row>
        ),
    },
    {
      title: 'Version',
      width: 80,
      rank: 1,
      text: (line) => ('day' in line ? '' : grouped(line.version)),
    },
    {
      title: 'When',
      width: 120,
      cell: (line) => !('day' in line) && <ServerTime iso={new Date(line.atMs).toISOString()} />,
    },
    {
      title: 'By',
      width: 100,
      share: 1,
      rank: 2,
      isNeededBy: (line) => !('day' in line) && line.by !== undefined,
      text: (line) => ('day' in line ? '' : line.by),
    },
  ];
}
