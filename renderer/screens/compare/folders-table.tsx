import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { GitCompareArrows } from 'lucide-react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { canCopyFrom } from '../../../shared/vault/comparison.ts';
import type { ComparisonRow, EntryComparison } from '../../../shared/vault/comparison.ts';
import {
  isFileSide,
  type ComparisonSnapshot,
  type ComparisonStore,
} from '../../parts/folder/comparison-store.ts';
import { Details } from '../../parts/form/details.tsx';
import { KeyChanges } from '../../parts/value/key-changes.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Box, Note, Row } from '../../ui/layout.tsx';
import { PathEnd } from '../../ui/path-end.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { keyChanges } from './difference-row.tsx';
import css from './folders.module.css';

interface Word {
  readonly label: string;
  readonly tone: Tone;
}

/** In the order of the filter. Nothing unknown is green. */
const changeWords: Readonly<Record<EntryComparison, Word>> = {
  different: { label: 'Different', tone: 'warn' },
  'left-only': { label: 'Only left', tone: 'accent' },
  'right-only': { label: 'Only right', tone: 'accent' },
  unknown: { label: 'Unknown', tone: 'danger' },
  same: { label: 'Same', tone: 'neutral' },
};

const goneWords = {
  left: 'deleted on the left',
  right: 'deleted on the right',
  both: 'deleted on both sides',
} as const;

const sides = ['left', 'right'] as const;

export interface FoldersTableProps {
  readonly comparison: ComparisonStore;
  readonly snapshot: ComparisonSnapshot;
  /** Buttons for chosen rows, or for all that are shown if none is chosen. */
  readonly tools: (rows: readonly ComparisonRow[]) => ReactNode;
}

/** Paths of both sides: counts that filter, equal ones folded away, and a row's masked difference. */
export function FoldersTable({ comparison, snapshot, tools }: FoldersTableProps) {
  const { rows, filter, text, selected, openRow, compared } = snapshot;
  const counts = useMemo(() => {
    const found = new Map<EntryComparison, number>();
    for (const { change } of rows) found.set(change, (found.get(change) ?? 0) + 1);
    return found;
  }, [rows]);
  const shown = useMemo(() => {
    const needle = text.trim().toLowerCase();
    return rows.filter(
      ({ change, path }) =>
        (filter === 'all' || (filter === 'differences' ? change !== 'same' : change === filter)) &&
        (needle === '' || path.toLowerCase().includes(needle)),
    );
  }, [rows, filter, text]);
  /** Sides that rows can go to: a file takes none. */
  const targets = sides.filter((side) => compared !== undefined && !isFileSide(compared[side]));
  const chosen = shown.filter(({ id }) => selected.has(String(id)));
  const open = rows.find(({ id }) => id === openRow);
  return (
    <>
      <Row align="center" gap={6} wrap>
        <FilterBox
          data-filter
          label="Filter paths"
          className={css['filterBox']}
          text={text}
          onText={(next) => comparison.show({ text: next })}
        />
        <FilterChips
          words={changeWords}
          counts={counts}
          chosen={filter}
          onChoose={(change) => comparison.show({ filter: change ?? 'differences' })}
        />
        <Row push gap={6} nowrap>
          {tools(chosen.length === 0 ? shown : chosen)}
        </Row>
      </Row>
      <Box grow className={sideCss['beside']}>
        <div className={sideCss['parts']}>
          <div className={sideCss['tableSide']}>
            {shown.length === 0 ? (
              <EmptyState
                title={
                  text === '' && filter === 'differences'
                    ? `No differences in ${counted(rows.length, 'path')}`
                    : 'No row passes the filter'
                }
              />
            ) : (
              <Table
                label="Compared entries"
                rows={shown}
                columns={columns}
                keyOf={({ id }) => String(id)}
                chosen={openRow === undefined ? '' : String(openRow)}
                selection={{
                  isSelectable: (row) =>
                    targets.some((side) => canCopyFrom(side === 'left' ? 'right' : 'left', row)),
                  selected,
                  onToggle: ({ id }) => comparison.show({ selected: toggled(selected, String(id)) }),
                  onSelect: (keys) => comparison.show({ selected: keys }),
                  nameOf: ({ path }) => path,
                }}
                onOpen={({ id }) => void comparison.open(id)}
              />
            )}
          </div>
          {open !== undefined && (
            <OpenRow key={open.id} comparison={comparison} snapshot={snapshot} row={open} />
          )}
        </div>
      </Box>
    </>
  );
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

const columns: readonly Column<ComparisonRow>[] = [
  {
    title: 'Path',
    width: 180,
    share: 3,
    mono: true,
    text: ({ path }) => path,
    cell: ({ path }) => <PathEnd text={path} />,
  },
  {
    title: 'Compared',
    width: 110,
    cell: ({ change }) => <Chip tone={changeWords[change].tone}>{changeWords[change].label}</Chip>,
  },
  {
    title: 'Keys that differ',
    width: 120,
    rank: 1,
    isNeededBy: ({ keys }) => keys !== undefined,
    text: ({ differ, keys }) =>
      differ === undefined || keys === undefined ? '' : `${grouped(differ)} of ${grouped(keys)}`,
  },
  {
    title: 'Notes',
    width: 120,
    share: 2,
    rank: 2,
    isNeededBy: (row) => notesOf(row) !== '',
    text: notesOf,
  },
];

function notesOf({ reason, gone }: ComparisonRow): string {
  return reason ?? (gone === undefined ? '' : goneWords[gone]);
}

interface OpenRowProps {
  readonly comparison: ComparisonStore;
  readonly snapshot: ComparisonSnapshot;
  readonly row: ComparisonRow;
}

/** Masked difference of one path, and the way to both entries side by side. */
function OpenRow({ comparison, snapshot: { compared, difference }, row }: OpenRowProps) {
  const { openCompare } = useWorkspaceActions();
  const { path, change } = row;
  const both = change === 'same' || change === 'different';
  const { left, right } = compared ?? {};
  const folders =
    left === undefined || right === undefined || isFileSide(left) || isFileSide(right)
      ? undefined
      : ([left, right] as const);
  return (
    <Details
      title={path}
      facts={[
        ['Compared', changeWords[change].label],
        ['Notes', notesOf(row)],
      ]}
      changes={[
        folders !== undefined &&
          both &&
          row.gone === undefined && {
            label: 'Open side by side',
            icon: GitCompareArrows,
            run: () => {
              const [left, right] = folders;
              openCompare({ ...left, path: left.path + path }, { ...right, path: right.path + path });
            },
          },
      ]}
      onClose={() => void comparison.open(undefined)}
    >
      {difference === undefined ? (
        <Note role="status">Reading…</Note>
      ) : 'error' in difference ? (
        <ErrorPanel error={difference.error} title="The difference could not be read" />
      ) : (
        <KeyChanges
          none="Neither side has values."
          lines={difference.read.map(({ key, change: one, left, right }) => ({
            key,
            ...keyChanges[one],
            isSame: one === 'same',
            before: left,
            after: right,
          }))}
        />
      )}
    </Details>
  );
}
