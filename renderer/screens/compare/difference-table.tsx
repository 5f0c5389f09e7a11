import { useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import grid from '../../ui/row-grid.module.css';
import { fold } from '../../parts/tree/name-list.ts';
import { CopiedLine } from '../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../parts/value/copy-value.ts';
import { DifferenceRow } from './difference-row.tsx';
import { useRevealBoth } from './reveal-both.ts';

export interface DifferenceTableProps {
  readonly differences: readonly KeyDifference[];
  /** Number of keys that are not `same`. */
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
  const needle = fold(filter);
  const keys = differences.filter(
    ({ key, change }) =>
      (!onlyDifferent || change !== 'same') && (needle === '' || fold(key).includes(needle)),
  );
  const toggle = ({ key }: KeyDifference): void => {
    if (revealed?.key === key) announce(`${key} hidden.`);
    reveal(key);
  };
  const same = differences.length - differ;
  const copied = copyRight.copied ?? copyLeft.copied;
  return (
    <>
      <Row wrap align="center" gap={8} gapX={16}>
        <FilterBox label="Filter keys" className={grid['filter']} text={filter} onText={setFilter}>
          {filter !== '' && (
            <span role="status">
              {grouped(keys.length)} of {grouped(differences.length)}
            </span>
          )}
        </FilterBox>
        <Checkbox
          label={`Only differences${same > 0 ? ` (${grouped(same)} the same)` : ''}`}
          checked={onlyDifferent}
          onChecked={setOnlyDifferent}
        />
      </Row>
      {keys.length === 0 ? (
        <Stack align="start" gap={8} className={grid['empty']}>
          {needle === '' ? (
            <>
              <p>Both sides have the same keys with the same values.</p>
              <Button small onClick={() => setOnlyDifferent(false)}>
                Show all keys
              </Button>
            </>
          ) : (
            <p>No key contains “{filter}”.</p>
          )}
        </Stack>
      ) : (
        <RowGrid
          label="Keys of both sides"
          keyOf={keyOf}
          rows={keys}
          rowHeight="compared"
          // A name and its chip can be stacked, as can two values.
          isMeasured={() => true}
          onAct={toggle}
          onLeave={revealed && hide}
        >
          {(difference, place) => (
            <DifferenceRow
              difference={difference}
              place={place}
              revealed={revealed?.key === difference.key ? revealed : undefined}
              error={
                [failed, copyLeft.failed, copyRight.failed].find((one) => one?.key === difference.key)?.error
              }
              onReveal={() => toggle(difference)}
              onCopy={(side) => {
                (side === 'left' ? copyLeft : copyRight).copy(
                  difference.key,
                  revealed?.key !== difference.key,
                );
              }}
              onCopyPart={(text) => copyLeft.copyPart(difference.key, text)}
            />
          )}
        </RowGrid>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
    </>
  );
}

function keyOf({ key }: KeyDifference): string {
  return key;
}
