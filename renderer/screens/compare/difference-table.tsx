import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { fold } from '../../parts/tree/name-list.ts';
import { CopiedLine } from '../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../parts/value/copy-value.ts';
import css from './compare.module.css';
import { DifferenceRow } from './difference-row.tsx';
import { useRevealBoth } from './reveal-both.ts';

/** From here on only the rows in view are in the page. */
const virtualFrom = 200;
const rowHeight = 40;

export interface DifferenceTableProps {
  readonly differences: readonly KeyDifference[];
  /** How many of them are no `same`. */
  readonly differ: number;
  readonly left: EntryView;
  readonly right: EntryView;
}

/** Keys of both sides with their values hidden: reveal a key to see both, copy either. */
export function DifferenceTable({ differences, differ, left, right }: DifferenceTableProps) {
  const { revealed, failed, toggle: reveal, hide } = useRevealBoth(left.entryId, right.entryId, differences);
  const copyLeft = useCopyValue(left.entryId);
  const copyRight = useCopyValue(right.entryId);
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const needle = fold(filter);
  const keys = differences.filter(
    ({ key, change }) =>
      (!onlyDifferent || change !== 'same') && (needle === '' || fold(key).includes(needle)),
  );
  const virtual = keys.length > virtualFrom;
  const rows = useVirtualizer({
    count: virtual ? keys.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });

  const toggle = ({ key }: KeyDifference): void => {
    if (revealed?.key === key) announce(`${key} hidden.`);
    reveal(key);
  };
  const focusRow = (index: number): void => {
    const to = Math.max(0, Math.min(keys.length - 1, index));
    setActive(to);
    if (virtual) rows.scrollToIndex(to);
    // A row that was just scrolled to exists after the next paint.
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[role=row][data-index="${String(to)}"]`)?.focus();
    });
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = indexOf(event.target) ?? active;
    const difference = keys[at];
    if (difference === undefined) return;
    const onRow = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row';
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: keys.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined && onRow) {
      event.preventDefault();
      focusRow(to);
    } else if (onRow && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      toggle(difference);
    } else if (event.key === 'Escape' && revealed !== undefined) {
      event.stopPropagation();
      hide();
    }
  };
  const focus = (event: FocusEvent<HTMLDivElement>): void => {
    const index = indexOf(event.target);
    if (index !== undefined) setActive(index);
  };
  const row = (difference: KeyDifference, index: number, measure?: (node: HTMLDivElement | null) => void) => (
    <DifferenceRow
      key={difference.key}
      difference={difference}
      index={index}
      active={index === Math.min(active, keys.length - 1)}
      revealed={revealed?.key === difference.key ? revealed : undefined}
      error={[failed, copyLeft.failed, copyRight.failed].find((one) => one?.key === difference.key)?.error}
      onReveal={() => {
        toggle(difference);
      }}
      onCopy={(side) => {
        (side === 'left' ? copyLeft : copyRight).copy(difference.key, revealed?.key !== difference.key);
      }}
      onCopyPart={(text) => {
        copyLeft.copyPart(difference.key, text);
      }}
      {...(measure === undefined ? {} : { measure })}
    />
  );
  const items = rows.getVirtualItems();
  const same = differences.length - differ;
  const copied = copyRight.copied ?? copyLeft.copied;
  return (
    <>
      <div className={css['tools']}>
        <FilterBox label="Filter keys" className={css['filter']} text={filter} onText={setFilter}>
          {filter !== '' && (
            <span role="status">
              {keys.length.toLocaleString('en-GB')} of {differences.length.toLocaleString('en-GB')}
            </span>
          )}
        </FilterBox>
        <Checkbox
          label={`Only differences${same > 0 ? ` (${same.toLocaleString('en-GB')} the same)` : ''}`}
          checked={onlyDifferent}
          onChecked={setOnlyDifferent}
        />
      </div>
      {keys.length === 0 ? (
        <div className={css['empty']}>
          {needle === '' ? (
            <>
              <p>Both sides have the same keys with the same values.</p>
              <Button
                small
                onClick={() => {
                  setOnlyDifferent(false);
                }}
              >
                Show all keys
              </Button>
            </>
          ) : (
            <p>No key here holds “{filter}”.</p>
          )}
        </div>
      ) : (
        <div
          ref={box}
          role="grid"
          aria-label="Keys of both sides"
          aria-rowcount={keys.length}
          className={virtual ? css['scrolling'] : css['table']}
          onKeyDown={keyDown}
          onFocus={focus}
        >
          {virtual ? (
            <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
              <div
                role="presentation"
                className={css['window']}
                style={{ transform: `translateY(${String(items[0]?.start ?? 0)}px)` }}
              >
                {items.map(({ index }) => {
                  const difference = keys[index];
                  return difference === undefined ? null : row(difference, index, rows.measureElement);
                })}
              </div>
            </div>
          ) : (
            keys.map((difference, index) => row(difference, index))
          )}
        </div>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
    </>
  );
}

/** The row something lies in. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? undefined : Number(row.getAttribute('data-index'));
}
