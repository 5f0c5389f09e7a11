import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { classes } from '../../ui/classes.ts';
import { firstRows } from '../../ui/first-rows.ts';
import { Icon } from '../../ui/icon.tsx';
import { AccessorLine } from './accessor-line.tsx';
import { columns } from './table-view.ts';
import type { Column, Sort } from './table-view.ts';
import css from './token.module.css';

export interface AccessorGridProps {
  readonly rows: readonly AccessorRow[];
  /** The session's own. */
  readonly own: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (accessor: string) => void;
  readonly onOpen: (accessor: string) => void;
}

const rowHeight = 32;

const titles: Readonly<Record<Column, string>> = {
  name: 'Name',
  accessor: 'Accessor',
  policies: 'Policies',
  path: 'Path',
  type: 'Type',
  created: 'Made',
  expires: 'Ends',
  entity: 'Entity',
  uses: 'Uses',
};

/** Tokens as a table: arrows move, Space selects, Enter opens. */
export function AccessorGrid(props: AccessorGridProps) {
  const { rows, own, sort, onSort, selected, onToggle, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setActive] = useState(0);
  const active = Math.max(0, Math.min(wanted, rows.length - 1));
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    ...firstRows(),
    // The header stays above the rows.
    scrollPaddingStart: rowHeight,
  });

  const focusRow = (index: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    setActive(to);
    lines.scrollToIndex(to);
    // A row that was just scrolled to exists after the next paint.
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[role=row][data-index="${String(to)}"]`)?.focus();
    });
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = indexOf(event.target);
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) focusRow(to);
    else if (event.key === ' ') onToggle(row.accessor);
    else if (event.key === 'Enter') onOpen(row.accessor);
    else return;
    event.preventDefault();
  };
  const focus = (event: FocusEvent<HTMLDivElement>): void => {
    const index = indexOf(event.target);
    if (index !== undefined) setActive(index);
  };

  return (
    <div
      ref={box}
      role="grid"
      aria-label="Tokens"
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      className={css['grid']}
      onKeyDown={keyDown}
      onFocus={focus}
      onClick={({ target }) => {
        const row = rows[indexOf(target) ?? -1];
        const onBox = target instanceof Element && target.closest('[data-check]') !== null;
        if (row !== undefined && !onBox) onOpen(row.accessor);
      }}
    >
      <div role="presentation" className={css['inner']}>
        <div role="row" aria-rowindex={1} className={classes(css['row'], css['head'])}>
          <div role="columnheader" className={css['cell']}>
            <span data-reader-only>Selected</span>
          </div>
          {columns.map((column) => (
            <Header key={column} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
        <div role="presentation" className={css['body']} style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <AccessorLine
                key={row.accessor}
                row={row}
                index={index}
                top={start}
                own={row.accessor === own}
                active={index === active}
                selected={selected.has(row.accessor)}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface HeaderProps {
  readonly column: Column;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function Header({ column, sort, onSort }: HeaderProps) {
  const here = sort.column === column;
  const order = !here ? 'none' : sort.descending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" aria-sort={order} className={css['cell']}>
      <button
        type="button"
        className={css['sort']}
        onClick={() => {
          onSort({ column, descending: here && !sort.descending });
        }}
      >
        {titles[column]}
        {here && <Icon of={sort.descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </div>
  );
}

/** The row something lies in. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? undefined : Number(row.getAttribute('data-index'));
}
