import { useMemo } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { PlanEffect, PlanRow } from '../../../shared/vault/plan.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { canRun, noFilter, type PlanRows } from '../../parts/plan/plan-rows.ts';
import type { PlanSnapshot, PlanStore } from '../../parts/plan/plan-store.ts';
import { ConnectionName, connectionWords } from '../../parts/session/connection-name.tsx';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Row } from '../../ui/layout.tsx';
import { PathEnd } from '../../ui/path-end.tsx';
import { sortedRows, Table, type Column } from '../../ui/table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { isElsewhere, usePlanConnections } from './plan-connections.ts';
import type { PlanConnection, PlanConnectionOf } from './plan-connections.ts';
import { effectWords, notesOf, outcomeWords } from './plan-words.ts';
import { RowDifference } from './row-difference.tsx';
import css from './plan.module.css';

const noKeys: ReadonlySet<string> = new Set();

export interface PlanTableProps {
  /** The session that the plan was made in. */
  readonly session: SessionView;
  readonly plan: PlanStore;
  readonly snapshot: PlanSnapshot;
}

/** Rows of a plan: counts by effect that filter, a text filter, and each row with its result. */
export function PlanTable({ session, plan, snapshot }: PlanTableProps) {
  const { filter, sort, stage, leftOut, changed, openRow } = snapshot;
  const { rows } = plan;
  const connectionOf = usePlanConnections(session);
  const columns = useMemo(() => columnsOf(rows, connectionOf), [rows, connectionOf]);
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key !== undefined && key === sort?.column);
    return column?.sort === undefined
      ? // Rows and results are added to the same object: `changed` says that there are more.
        rows.all.slice(0, changed === 0 ? 0 : undefined)
      : sortedRows(rows.all, column.sort, sort?.descending === true);
  }, [rows, columns, sort, changed]);
  const shown = useMemo(() => rows.shown(sorted, filter), [rows, sorted, filter]);
  const isChoosable = stage === 'made';
  const isAllTaken = useMemo(
    () => shown.some(canRun) && shown.every((row) => !canRun(row) || !leftOut.has(row.id)),
    [shown, leftOut],
  );
  const open = openRow === undefined ? undefined : rows.all[openRow];
  return (
    <>
      <Row align="center" gap={6} wrap>
        <FilterBox
          data-filter
          label="Filter paths"
          className={css['filterBox']}
          text={filter.text}
          onText={(text) => plan.setFilter({ text })}
        />
        <FilterChips
          words={effectWords}
          counts={rows.effects}
          chosen={filter.effect}
          onChoose={(effect) => plan.setFilter({ effect })}
        />
      </Row>
      <div className={classes(sideCss['beside'], css['rows'])}>
        <div className={sideCss['parts']}>
          <div className={sideCss['tableSide']}>
            {shown.length === 0 ? (
              <EmptyState
                title="No row passes the filter"
                actions={<Button onClick={() => plan.setFilter(noFilter)}>Clear filter</Button>}
              />
            ) : (
              <Table
                label="Rows of the plan"
                rows={shown}
                columns={columns}
                keyOf={({ id }) => String(id)}
                chosen={openRow === undefined ? '' : String(openRow)}
                {...(sort === undefined ? {} : { sort })}
                onSort={(next) => plan.setSort(next)}
                selection={
                  isChoosable
                    ? {
                        isSelectable: canRun,
                        selected: noKeys,
                        isSelected: (row) => canRun(row) && !leftOut.has(row.id),
                        onToggle: (row) => plan.toggle(row),
                        all: { isChecked: isAllTaken, onChecked: (on) => plan.takeAll(shown, on) },
                        nameOf: ({ from }) => from,
                      }
                    : undefined
                }
                onOpen={({ id }) => void plan.open(id)}
              />
            )}
          </div>
          {open !== undefined && (
            <RowDifference
              key={open.id}
              plan={plan}
              row={open}
              difference={snapshot.difference}
              connectionOf={connectionOf}
            />
          )}
        </div>
      </div>
    </>
  );
}

const effects = Object.keys(effectWords) as PlanEffect[];

/** Connections of a row; left out of plans on one connection. */
function connectionColumn(connectionOf: PlanConnectionOf): Column<PlanRow> {
  const sides = ({ to, fromSession, toSession }: PlanRow): readonly PlanConnection[] => {
    const [from, other] = [connectionOf(fromSession), to === undefined ? undefined : connectionOf(toSession)];
    return (from?.session === other?.session ? [from] : [from, other]).filter((one) => one !== undefined);
  };
  const words = (row: PlanRow): string =>
    sides(row)
      .map(({ session }) => connectionWords(session))
      .join(' → ');
  return {
    key: 'connection',
    title: 'Connection',
    // Both badges and the word “production”, whole.
    width: 196,
    share: 2,
    rank: 1,
    isNeededBy: isElsewhere,
    text: words,
    cell: (row) => {
      const [first, last] = sides(row);
      if (first === undefined) return null;
      if (last === undefined) return <ConnectionName {...first} />;
      return (
        <Row as="span" align="center" gap={6} shrinks>
          <ProfileBadge tiny colour={first.session.colour} letters={first.letters} />
          <span aria-hidden>→</span>
          <ConnectionName {...last} />
        </Row>
      );
    },
    sort: words,
  };
}

function columnsOf(rows: PlanRows, connectionOf: PlanConnectionOf): readonly Column<PlanRow>[] {
  const path = (text: string | undefined) => text !== undefined && <PathEnd text={text} />;
  return [
    {
      key: 'from',
      title: 'From',
      width: 112,
      share: 3,
      mono: true,
      text: ({ from }) => from,
      cell: ({ from }) => path(from),
      sort: ({ from }) => from,
    },
    {
      key: 'to',
      title: 'To',
      width: 112,
      share: 3,
      mono: true,
      isNeeded: () => rows.needs.to,
      text: ({ to }) => to,
      cell: ({ to }) => path(to),
      sort: ({ to }) => to,
    },
    connectionColumn(connectionOf),
    {
      key: 'effect',
      title: 'Effect',
      width: 140,
      sort: ({ effect }) => effects.indexOf(effect),
      cell: ({ effect }) => <Chip tone={effectWords[effect].tone}>{effectWords[effect].label}</Chip>,
    },
    {
      key: 'result',
      title: 'Result',
      width: 96,
      isNeeded: () => rows.needs.result,
      sort: ({ id }) => rows.resultOf(id)?.outcome,
      cell: ({ id }) => {
        const result = rows.resultOf(id);
        return (
          result !== undefined && (
            <Chip tone={outcomeWords[result.outcome].tone}>{outcomeWords[result.outcome].label}</Chip>
          )
        );
      },
    },
    {
      key: 'versions',
      title: 'Versions',
      width: 78,
      rank: 3,
      text: ({ versions = 1, which }) => (which === undefined ? grouped(versions) : `v${which}`),
      sort: ({ versions = 1 }) => versions,
    },
    {
      title: 'Notes',
      width: 220,
      share: 3,
      rank: 2,
      isNeeded: () => rows.needs.notes,
      text: (row) => notesOf(rows, row),
    },
  ];
}
