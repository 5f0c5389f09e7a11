import { useMemo, useState } from 'react';
import { showSecret } from '../../api/app.ts';
import { revealInAnswer } from '../../api/answers.ts';
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { RowGrid } from '../../ui/row-grid.tsx';
import { useRevealOf } from '../value/reveal.ts';
import { unfolded } from './answer-layout.ts';
import { AnswerRowView } from './answer-row-view.tsx';
import css from './answer-rows.module.css';
import type { CopyAnswer } from './copy-answer.ts';
import type { Action } from '../../api/use-action.ts';

/** Of a plain line, in pixels; `answer-rows.module.css` has the same. */
const rowHeight = 37;

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
  const rows = useMemo(() => unfolded(all, closed), [all, closed]);
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
  /** Right unfolds and goes into what is unfolded, left folds and goes out of it. */
  const side = (row: AnswerRow, at: number, key: 'ArrowRight' | 'ArrowLeft'): number | undefined => {
    const open = folds(row) && !closed.has(row.pointer);
    if (key === 'ArrowLeft' && !open) return parentOf(rows, at);
    if (!folds(row)) return undefined;
    if (key === 'ArrowRight' && open) return at + 1;
    fold(row, open);
    return at;
  };
  const act = (row: AnswerRow): void => {
    if (row.what === 'hidden') toggle(row.pointer);
    else if (row.what === 'credential') show(row);
    else if (folds(row)) fold(row);
  };
  return (
    <RowGrid
      role="treegrid"
      label={label}
      keyOf={keyOf}
      rows={rows}
      rowHeight={rowHeight}
      isMeasured={mayBeTall}
      className={css['scrolling']}
      onAct={act}
      onCopy={copy}
      onLeave={
        revealed &&
        (() => {
          toggle(revealed.key);
        })
      }
      onSide={side}
    >
      {(row, place) => (
        <AnswerRowView
          row={row}
          place={place}
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
        />
      )}
    </RowGrid>
  );
}

/** Letters that surely stand on one line, of a name however deep and of a value in plain sight. */
const LINE = 10;

/** Whether a line may be taller than others before anything is done with it. */
function mayBeTall({ key, depth, rawJson = '' }: AnswerRow): boolean {
  return depth > 1 || [key, rawJson].some((text) => text.length > LINE || /[^!-~]/.test(text));
}

function folds({ what, count = 0 }: AnswerRow): boolean {
  return (what === 'object' || what === 'array') && count > 0;
}

function parentOf(rows: readonly AnswerRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index;
  return at;
}

function keyOf({ pointer }: AnswerRow): string {
  return pointer;
}
