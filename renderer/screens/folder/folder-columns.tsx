/** Columns of a folder's table. Each is one object; which are shown is a preference. */
import type { ReactNode } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { isDeletionSet } from '../../../shared/vault/entry-settings.ts';
import { changedMs, isDeletedAt, isGone } from '../../../shared/vault/folder-table.ts';
import type { FolderColumn, FolderMetadata, FolderRow } from '../../../shared/vault/folder-table.ts';
import { dueDates } from '../../../shared/vault/reminders.ts';
import { fold } from '../../parts/tree/name-list.ts';
import { Chip } from '../../ui/chip.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import type { Column } from '../../ui/table.tsx';
import { DueWords } from '../../parts/folder/due-words.tsx';
import { PathCell } from './path-cell.tsx';

/** Title of each column that can be hidden. */
export const columnTitles: Readonly<Record<FolderColumn, string>> = {
  version: 'Version',
  changed: 'Changed',
  created: 'Created',
  versions: 'Versions kept',
  deleted: 'Deleted versions',
  keys: 'Keys',
  owner: 'Owner',
  due: 'Due',
  maxVersions: 'Limit of versions',
  deleteAfter: 'Delete after',
};

/** The last give way first where a table has no room for all. */
const byImportance: readonly FolderColumn[] = [
  ...(['due', 'changed', 'keys', 'version', 'owner'] as const),
  ...(['versions', 'deleted', 'created', 'deleteAfter', 'maxVersions'] as const),
];

type Shape = Omit<Column<FolderRow>, 'key' | 'title'>;

/** The chosen columns behind the name. `folder`: the path that all rows share. */
export function columnsOf(
  chosen: readonly FolderColumn[],
  folder: string,
  nowMs: number,
): readonly Column<FolderRow>[] {
  const shapes: Readonly<Record<FolderColumn, Shape>> = {
    version: count(80, ({ currentVersion }) => currentVersion),
    changed: time(120, (metadata) => changedMs(metadata, nowMs)),
    created: time(120, ({ createdTime }) => Date.parse(createdTime)),
    versions: count(110, ({ storedVersions }) => storedVersions),
    deleted: count(
      130,
      ({ versions }) =>
        versions.filter((version) => !version.destroyed && isDeletedAt(version, nowMs)).length,
    ),
    keys: {
      width: 70,
      text: ({ keys }) => (keys === undefined ? '' : grouped(keys)),
      sort: ({ keys }) => keys,
    },
    owner: {
      width: 110,
      share: 1,
      text: ({ metadata }) => metadata?.reminders?.owner,
      sort: ({ metadata }) => foldedOrNone(metadata?.reminders?.owner),
    },
    due: {
      width: 170,
      cell: ({ metadata }) => metadata !== undefined && <DueWords metadata={metadata} />,
      sort: ({ metadata }) => metadata && dueDates(metadata.reminders, metadata.currentTime)[0]?.atMs,
    },
    maxVersions: {
      width: 130,
      text: ({ metadata }) =>
        metadata && (metadata.maxVersions === 0 ? 'mount default' : grouped(metadata.maxVersions)),
      sort: ({ metadata }) => metadata?.maxVersions,
    },
    deleteAfter: {
      width: 110,
      text: ({ metadata }) =>
        metadata &&
        (isDeletionSet(metadata.deleteVersionAfter) ? metadata.deleteVersionAfter : 'mount default'),
      sort: ({ metadata }) => metadata?.deleteVersionAfter,
    },
  };
  return [
    {
      key: 'name',
      title: 'Name',
      width: 180,
      share: 3,
      text: ({ path }) => path.slice(folder.length),
      sort: ({ path }) => fold(path),
      cell: ({ path, metadata }) => (
        <PathCell path={path.slice(folder.length)}>
          {metadata !== undefined && isGone(metadata, nowMs) && <Chip tone="warn">deleted</Chip>}
        </PathCell>
      ),
    },
    ...chosen.map((key) => ({
      key,
      title: columnTitles[key],
      rank: byImportance.indexOf(key) + 1,
      ...shapes[key],
    })),
  ];
}

function count(width: number, of: (metadata: FolderMetadata) => number): Shape {
  const number = ({ metadata }: FolderRow): number | undefined => metadata && of(metadata);
  return {
    width,
    text: (row) => {
      const value = number(row);
      return value === undefined || value === 0 ? '' : grouped(value);
    },
    sort: number,
  };
}

function time(width: number, of: (metadata: FolderMetadata) => number | undefined): Shape {
  const at = ({ metadata }: FolderRow): number | undefined => (metadata && of(metadata)) || undefined;
  return { width, cell: (row) => timeAt(at(row)), sort: at };
}

/** A time of the server; nothing for none. */
export function timeAt(ms: number | undefined): ReactNode {
  return ms !== undefined && !Number.isNaN(ms) && <ServerTime iso={new Date(ms).toISOString()} />;
}

function foldedOrNone(text: string | undefined): string | undefined {
  return text === undefined ? undefined : fold(text);
}
