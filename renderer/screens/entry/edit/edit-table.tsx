import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { KeyFacts } from '../../../../shared/vault/entry.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { fold } from '../../../parts/tree/name-list.ts';
import { addedName } from './added-name.ts';
import { AddedRow, type AddedActions } from './added-row.tsx';
import { CopiedLine } from '../../../parts/value/copied-line.tsx';
import { useCopyValue, type CopyValue } from '../../../parts/value/copy-value.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { withAdded, type Draft } from './draft.ts';
import { EditRow } from './edit-row.tsx';
import { lazily } from '../../../ui/lazily.ts';
import css from './edit-table.module.css';
import type { Editing } from './editing.ts';
import { FileMenu } from '../read/file-menu.tsx';
import { KeyFilter, useFindKey } from '../read/key-filter.tsx';
import grid from '../../../ui/row-grid.module.css';
import { allRowsUpTo } from '../../../ui/row-grid.tsx';
import { useRowActions } from './row-actions.ts';
import { isFocusLost } from '../read/focused.ts';
import type { ValueFile } from '../read/value-file.ts';

const GenerateDialog = lazily(() => import('./generate-dialog.tsx'), 'GenerateDialog');

export interface EditTableProps {
  readonly editing: Editing;
  /** The key to focus, given when the user has just started editing. */
  readonly startKey?: { readonly key: string | undefined } | undefined;
}

/** The keys of an entry while it is edited. An untouched key stays hidden and is not sent. */
export function EditTable({ editing, startKey }: EditTableProps) {
  const { mode, view, draft, summary, change, openProblem, openedKey } = editing;
  const copying = useCopyValue(view.entryId);
  const {
    rows: actions,
    added: addedActions,
    files,
    menu,
    closeMenu,
    asking,
    closeAsking,
  } = useRowActions(editing, copying);
  const [filter, setFilter] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { keys: all } = view;
  const { edits } = draft;
  const find = useFindKey(all.length, box);
  const { matching, keys } = useFilteredKeys(all, edits, filter);
  const virtual = keys.length > allRowsUpTo;
  const rows = useVirtualizer({
    count: virtual ? keys.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => 36,
    overscan: 10,
  });
  const items = rows.getVirtualItems();
  useStart(box, startKey);

  const row = (facts: KeyFacts, index: number, measure?: (node: HTMLLIElement | null) => void) => (
    <EditRow
      key={facts.key}
      facts={facts}
      index={index}
      edit={edits.get(facts.key)}
      problem={summary.valueProblems.get(facts.key)}
      error={openProblem?.key === facts.key ? openProblem.error : undefined}
      note={files.note?.key === facts.key ? files.note : undefined}
      focus={openedKey === facts.key}
      actions={actions}
      measure={measure}
    />
  );
  const newKeys = draft.added.length > 0 && (
    <NewKeys editing={editing} note={files.note} actions={addedActions} />
  );
  const addButton = (
    <Button
      small
      variant={virtual ? 'secondary' : 'ghost'}
      icon={Plus}
      data-first
      data-stop
      onClick={() => change(withAdded)}
    >
      {mode === 'patch' ? 'Name a key' : 'Add a key'}
    </Button>
  );
  return (
    <>
      {find.shown && (
        <Row align="center" gap={8}>
          <KeyFilter
            find={find}
            text={filter}
            onText={setFilter}
            shown={matching.length}
            total={all.length}
          />
          {virtual && addButton}
        </Row>
      )}
      {openProblem !== undefined && openProblem.key === undefined && (
        <ErrorPanel error={openProblem.error} title="The values could not be read for editing" />
      )}
      {virtual && newKeys !== false && <div className={css['addedFirst']}>{newKeys}</div>}
      <div ref={box} className={virtual ? classes(grid['scrolling'], grid['filling']) : grid['table']}>
        {virtual ? (
          <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
            <ul
              aria-label="Keys"
              className={grid['window']}
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
        {!virtual && newKeys}
        {!virtual && <div className={css['addLine']}>{addButton}</div>}
      </div>
      <CopyResult copying={copying} />
      {menu !== undefined && <FileMenu {...menu} onClose={closeMenu} />}
      {asking !== undefined && (
        <Suspense fallback={null}>
          <GenerateDialog
            name={asking.name}
            sessionId={editing.sessionId}
            onGenerated={asking.use}
            onClose={closeAsking}
          />
        </Suspense>
      )}
    </>
  );
}

/** Tab goes from a value to the next row, past the row's buttons; the right arrow and Shift+Tab reach these. */
export function moveAmongRows(event: KeyboardEvent): void {
  const { target, key, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = stops.indexOf(target);
  const isText = target.matches('input, textarea');
  const step = key === 'Tab' || (key === 'ArrowDown' && !isText) ? 1 : key === 'ArrowUp' && !isText ? -1 : 0;
  const to =
    key === 'ArrowRight' && !isText
      ? target.closest('li')?.querySelector<HTMLElement>('[data-tools] button')
      : step === 0
        ? undefined
        : stops[at + step];
  if (at === -1 || to === undefined || to === null) return;
  event.preventDefault();
  to.focus();
}

/** Keys that match the filter; shown are also edited ones, regardless of the filter. */
function useFilteredKeys(all: readonly KeyFacts[], edits: Draft['edits'], filter: string) {
  const needle = fold(filter);
  const matching = useMemo(
    () => (needle === '' ? all : all.filter((facts) => fold(facts.key).includes(needle))),
    [all, needle],
  );
  const keys = useMemo(() => {
    if (needle === '' || edits.size === 0) return matching;
    const found = new Set(matching);
    return all.filter((facts) => found.has(facts) || edits.has(facts.key));
  }, [all, matching, edits, needle]);
  return { matching, keys };
}

interface NewKeysProps {
  readonly editing: Editing;
  readonly note: ValueFile['note'];
  readonly actions: AddedActions;
}

function NewKeys({ editing: { mode, draft, summary }, note, actions }: NewKeysProps) {
  return (
    <ul aria-label="New keys" className={css['addedList']}>
      {draft.added.map((added) => (
        <AddedRow
          key={added.id}
          added={added}
          nameProblem={summary.nameProblems.get(added.id)}
          valueProblem={summary.valueProblems.get(added.id)}
          note={note?.key === addedName(added.id) ? note : undefined}
          actions={actions}
          unread={mode === 'patch'}
        />
      ))}
    </ul>
  );
}

function CopyResult({ copying: { copied, failed } }: { readonly copying: CopyValue }) {
  return (
    <>
      {copied !== undefined && <CopiedLine copied={copied} />}
      {failed !== undefined && (
        <Text as="p" role="alert" tone="danger" size={12} leading={18}>
          {failed.error.message} {failed.error.hint}
        </Text>
      )}
    </>
  );
}

/** Focuses the key that had the focus, else the first one, once the user starts editing. */
function useStart(box: RefObject<HTMLElement | null>, startKey: EditTableProps['startKey']): void {
  const start = useEffectEvent(() => {
    if (startKey === undefined || !isFocusLost()) return;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const row = rows.find(({ dataset }) => dataset['key'] === startKey.key) ?? rows[0] ?? box.current;
    row?.querySelector<HTMLElement>('[data-stop]')?.focus();
  });
  useEffect(() => {
    start();
  }, []);
}
