import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { showSecret } from '../../api/app.ts';
import { revealInAnswer } from '../../api/answers.ts';
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { useRevealOf } from '../value/reveal.ts';
import { unfolded } from './answer-layout.ts';
import { AnswerRowView } from './answer-row-view.tsx';
import css from './answer-rows.module.css';
import type { CopyAnswer } from './copy-answer.ts';
import type { Action } from './use-action.ts';

/** From here on only the rows in view are in the page. */
const virtualFrom = 200;
const rowHeight = 36;

export interface AnswerRowsProps {
  readonly answerId: string;
  /** What the table is called, for readers. */
  readonly label: string;
  readonly rows: readonly AnswerRow[];
  readonly copying: CopyAnswer;
  readonly action: Action;
}

/** The lines of an answer as a tree: fold, reveal one value at a time, copy any without seeing it. */
export function AnswerRows({ answerId, label, rows: all, copying, action }: AnswerRowsProps) {
  const {
    revealed,
    failed: revealFailed,
    toggle,
  } = useRevealOf(answerId, async (key, signal) => ({
    key,
    rawJson: await revealInAnswer(answerId, key, signal),
  }));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [activeAt, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => unfolded(all, closed), [all, closed]);
  const active = Math.min(activeAt, Math.max(0, rows.length - 1));
  const virtual = rows.length > virtualFrom;
  const virtualizer = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });

  const fold = ({ pointer }: AnswerRow, close = !closed.has(pointer)): void => {
    const next = new Set(closed);
    if (close) next.add(pointer);
    else next.delete(pointer);
    setClosed(next);
  };
  const copy = (row: AnswerRow): void => {
    const seen = row.what === 'value' || revealed?.key === row.pointer;
    if (row.what === 'credential' && row.credential !== undefined)
      copying.copyCredential(row.credential.secretRef, row.key);
    else copying.copy(row.pointer, row.key, !seen);
  };
  const show = ({ credential }: AnswerRow): void => {
    if (credential === undefined) return;
    void action.run(() => showSecret(credential.secretRef));
  };
  const focusRow = (index: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    setActive(to);
    if (virtual) virtualizer.scrollToIndex(to);
    // A row that was just scrolled to exists after the next paint.
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[role=row][data-index="${String(to)}"]`)?.focus();
    });
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = indexOf(event.target) ?? active;
    const row = rows[at];
    if (row === undefined) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      // With a selection the browser's own copy event does it, through the same way.
      if (document.getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        copy(row);
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && revealed !== undefined) {
      event.stopPropagation();
      toggle(revealed.key);
      return;
    }
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'row') return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => {
        focusRow(at + 1);
      },
      ArrowUp: () => {
        focusRow(at - 1);
      },
      PageDown: () => {
        focusRow(at + page);
      },
      PageUp: () => {
        focusRow(at - page);
      },
      Home: () => {
        focusRow(0);
      },
      End: () => {
        focusRow(rows.length - 1);
      },
      ArrowRight: () => {
        if (!folds(row)) return;
        if (closed.has(row.pointer)) fold(row, false);
        else focusRow(at + 1);
      },
      ArrowLeft: () => {
        if (folds(row) && !closed.has(row.pointer)) fold(row, true);
        else focusRow(parentOf(rows, at));
      },
    };
    const act = (): void => {
      if (row.what === 'hidden') toggle(row.pointer);
      else if (folds(row)) fold(row);
    };
    const move = moves[event.key] ?? (event.key === 'Enter' || event.key === ' ' ? act : undefined);
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  const view = (row: AnswerRow, index: number, measure?: (node: HTMLDivElement | null) => void) => (
    <AnswerRowView
      key={row.pointer}
      row={row}
      index={index}
      active={index === active}
      open={folds(row) ? !closed.has(row.pointer) : undefined}
      rawJson={revealed?.key === row.pointer ? revealed.rawJson : undefined}
      error={
        [revealFailed, copying.failed].find(
          (failure) =>
            failure?.key === row.pointer || (row.credential && failure?.key === row.credential.secretRef),
        )?.error
      }
      onFold={() => {
        fold(row);
      }}
      onReveal={() => {
        toggle(row.pointer);
      }}
      onCopy={() => {
        copy(row);
      }}
      onCopyPart={(text) => {
        copying.copyPart(row.pointer, row.key, text);
      }}
      onShow={() => {
        show(row);
      }}
      {...(measure === undefined ? {} : { measure })}
    />
  );
  const items = virtualizer.getVirtualItems();
  return (
    <div
      ref={box}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      className={virtual ? css['scrolling'] : css['table']}
      onKeyDown={keyDown}
      onFocus={(event: FocusEvent<HTMLDivElement>) => {
        const index = indexOf(event.target);
        if (index !== undefined) setActive(index);
      }}
    >
      {virtual ? (
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          <div
            role="presentation"
            className={css['window']}
            style={{ transform: `translateY(${String(items[0]?.start ?? 0)}px)` }}
          >
            {items.map(({ index }) => {
              const row = rows[index];
              return row === undefined ? null : view(row, index, virtualizer.measureElement);
            })}
          </div>
        </div>
      ) : (
        rows.map((row, index) => view(row, index))
      )}
    </div>
  );
}

function folds({ what, count = 0 }: AnswerRow): boolean {
  return (what === 'object' || what === 'array') && count > 0;
}

function parentOf(rows: readonly AnswerRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index;
  return at;
}

/** The row something lies in. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? undefined : Number(row.getAttribute('data-index'));
}
