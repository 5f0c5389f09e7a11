import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { EntryView, KeyFacts } from '../../../shared/vault/entry.ts';
import { Button } from '../../ui/button.tsx';
import { fold } from '../browse/name-list.ts';
import { CopiedLine } from './copied-line.tsx';
import { useCopyValue } from './copy-value.ts';
import {
  withAdded,
  withAddedChanged,
  withoutAdded,
  withRemoved,
  withUndone,
  withValue,
  type Draft,
} from './draft.ts';
import { AddedRow, EditRow } from './edit-row.tsx';
import css from './edit-table.module.css';
import type { Editing } from './editing.ts';
import { KeyFilter, filterFrom } from './key-filter.tsx';
import table from './key-table.module.css';
import { virtualFrom } from './key-table.tsx';

export interface EditTableProps {
  readonly view: EntryView;
  readonly editing: Editing;
  readonly draft: Draft;
}

/** The keys of an entry while it is edited. A key that nobody touches stays hidden and is not sent. */
export function EditTable({ view, editing, draft }: EditTableProps) {
  const { summary, change, openKey, openProblem, openedKey } = editing;
  const { copied, copy } = useCopyValue(view.entryId);
  const [filter, setFilter] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const needle = fold(filter);
  const keys =
    needle === ''
      ? view.keys
      : view.keys.filter((facts) => fold(facts.key).includes(needle) || draft.edits.has(facts.key));
  const virtual = keys.length > virtualFrom;
  const rows = useVirtualizer({
    count: virtual ? keys.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => 36,
    overscan: 10,
  });
  const items = rows.getVirtualItems();

  const row = (facts: KeyFacts, index: number, measure?: (node: HTMLElement | null) => void) => {
    const { key } = facts;
    return (
      <EditRow
        key={key}
        facts={facts}
        index={index}
        edit={draft.edits.get(key)}
        problem={summary.valueProblems.get(key)}
        error={openProblem?.key === key ? openProblem.error : undefined}
        focus={openedKey === key}
        onOpen={() => {
          openKey(key);
        }}
        onValue={(value) => {
          change((before) => withValue(before, key, value));
        }}
        onRemove={() => {
          change((before) => withRemoved(before, key));
        }}
        onUndo={() => {
          change((before) => withUndone(before, key));
        }}
        onCopySaved={() => {
          copy(key, false);
        }}
        {...(measure === undefined ? {} : { measure })}
      />
    );
  };
  return (
    <>
      {view.keys.length > filterFrom && (
        <KeyFilter text={filter} onText={setFilter} shown={keys.length} total={view.keys.length} />
      )}
      <div ref={box} className={virtual ? table['scrolling'] : table['table']}>
        {virtual ? (
          <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
            <ul
              aria-label="Keys"
              className={table['window']}
              style={{ transform: `translateY(${String(items[0]?.start ?? 0)}px)` }}
            >
              {items.map(({ index }) => {
                const facts = keys[index];
                return facts === undefined ? null : row(facts, index, rows.measureElement);
              })}
            </ul>
          </div>
        ) : (
          keys.length > 0 && <ul aria-label="Keys">{keys.map((facts, index) => row(facts, index))}</ul>
        )}
        {draft.added.length > 0 && (
          <ul aria-label="New keys" className={css['addedList']}>
            {draft.added.map((added) => (
              <AddedRow
                key={added.id}
                added={added}
                nameProblem={summary.nameProblems.get(added.id)}
                valueProblem={summary.valueProblems.get(added.id)}
                onName={(name) => {
                  change((before) => withAddedChanged(before, added.id, { name }));
                }}
                onValue={(value) => {
                  change((before) => withAddedChanged(before, added.id, { value }));
                }}
                onRemove={() => {
                  change((before) => withoutAdded(before, added.id));
                }}
              />
            ))}
          </ul>
        )}
        <div className={css['addLine']}>
          <Button
            small
            variant="ghost"
            icon={Plus}
            onClick={() => {
              change(withAdded);
            }}
          >
            Add a key
          </Button>
        </div>
      </div>
      {copied !== undefined && <CopiedLine copied={copied} />}
    </>
  );
}
