import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { EntryView, KeyFacts } from '../../../../shared/vault/entry.ts';
import { firstRows } from '../../../ui/first-rows.ts';
import { fold } from '../../../parts/tree/name-list.ts';
import { CopiedLine } from '../../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../../parts/value/copy-value.ts';
import { factChips } from '../../../parts/value/fact-chips.ts';
import { FileMenu } from './file-menu.tsx';
import { KeyFilter, filterFrom } from './key-filter.tsx';
import { KeyRow } from './key-row.tsx';
import css from './key-table.module.css';
import { useReveal } from '../../../parts/value/reveal.ts';
import { useValueFile } from './value-file.ts';

/** From here on only the rows in view are in the page. */
export const virtualFrom = 200;
/** Of a plain line, in pixels: its buttons, the space around them and the line above; `key-table.module.css` has the same. */
const rowHeight = 37;

interface OpenMenu {
  readonly key: string;
  readonly at: { readonly x: number; readonly y: number };
}

/** The keys of an entry with their values hidden: reveal one, copy any. */
export function KeyTable({ view }: { readonly view: EntryView }) {
  const { revealed, failed: revealFailed, toggle } = useReveal(view.entryId);
  const { copied, failed: copyFailed, copy, copyPart } = useCopyValue(view.entryId);
  const files = useValueFile(view.entryId);
  const [menu, setMenu] = useState<OpenMenu>();
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const needle = fold(filter);
  const keys = useMemo(
    () => (needle === '' ? view.keys : view.keys.filter((facts) => fold(facts.key).includes(needle))),
    [view.keys, needle],
  );
  const virtual = keys.length > virtualFrom;
  const rows = useVirtualizer({
    count: virtual ? keys.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    ...firstRows(),
  });

  /** Measuring makes the engine lay the page out: of rows that are plain lines the height is known. */
  const isMeasured = (facts: KeyFacts): boolean => touched.has(facts.key) || mayBeTall(facts);
  const touch = (key: string): void => {
    setTouched((before) => (before.has(key) ? before : new Set([...before, key])));
  };
  const toggleRow = (key: string): void => {
    touch(key);
    toggle(key);
  };
  const copyRow = (key: string): void => {
    touch(key);
    copy(key, revealed?.key !== key);
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
    const at = indexOf(event.target) ?? active;
    const facts = keys[at];
    if (facts === undefined) return;
    const onRow = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row';
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      // With a selection the browser's own copy event does it, through the same way.
      if (document.getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        copyRow(facts.key);
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
      toggleRow(facts.key);
    } else if (event.key === 'Escape' && revealed !== undefined) {
      event.stopPropagation();
      toggle(revealed.key);
    }
  };
  const focus = (event: FocusEvent<HTMLDivElement>): void => {
    const index = indexOf(event.target);
    if (index !== undefined) setActive(index);
  };

  const row = (facts: KeyFacts, index: number, measure?: (node: HTMLDivElement | null) => void) => (
    <KeyRow
      key={facts.key}
      facts={facts}
      index={index}
      active={index === Math.min(active, keys.length - 1)}
      rawJson={revealed?.key === facts.key ? revealed.rawJson : undefined}
      error={errorOf(facts.key, revealFailed, copyFailed)}
      onReveal={() => {
        toggleRow(facts.key);
      }}
      onCopy={() => {
        copyRow(facts.key);
      }}
      onCopyPart={(selected) => {
        copyPart(facts.key, selected);
      }}
      onMenu={(at) => {
        touch(facts.key);
        setMenu({ key: facts.key, at });
      }}
      note={files.note?.key === facts.key ? files.note : undefined}
      {...(measure === undefined ? {} : { measure })}
    />
  );
  const items = rows.getVirtualItems();
  return (
    <>
      {view.keys.length > filterFrom && (
        <KeyFilter text={filter} onText={setFilter} shown={keys.length} total={view.keys.length} />
      )}
      {view.keys.length === 0 ? (
        <p className={css['empty']}>This entry has no keys: the server keeps an empty object.</p>
      ) : (
        <div
          ref={box}
          role="grid"
          aria-label={`Keys of ${view.path}`}
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
                  const facts = keys[index];
                  if (facts === undefined) return null;
                  return row(facts, index, isMeasured(facts) ? rows.measureElement : undefined);
                })}
              </div>
            </div>
          ) : (
            keys.map((facts, index) => row(facts, index))
          )}
        </div>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
      {menu !== undefined && (
        <FileMenu
          at={menu.at}
          onTo={(as) => {
            files.toFile(menu.key, as);
          }}
          onClose={() => {
            setMenu(undefined);
          }}
        />
      )}
    </>
  );
}

/** Letters of a name that surely stand on one line. */
const LINE = 18;

/** Whether a row may be taller than a line before anything is done with it: by a long name, or chips under each other. */
function mayBeTall(facts: KeyFacts): boolean {
  return facts.key.length > LINE || /[^!-~]/.test(facts.key) || factChips(facts).length > 0;
}

/** The row something lies in. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? undefined : Number(row.getAttribute('data-index'));
}

type Failed = ReturnType<typeof useReveal>['failed'];

function errorOf(key: string, ...failures: readonly Failed[]) {
  return failures.find((failure) => failure?.key === key)?.error;
}
