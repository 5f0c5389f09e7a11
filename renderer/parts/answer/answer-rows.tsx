import { useMemo, useState } from 'react';
import { revealInAnswer } from '../../api/answers.ts';
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { RowGrid } from '../../ui/row-grid.tsx';
import { useRevealOf, type Reveal } from '../value/reveal.ts';
import { vault } from '../../api/client.ts';
import { unfolded } from './answer-layout.ts';
import { AnswerRowView } from './answer-row-view.tsx';
import css from './answer-rows.module.css';
import type { CopyAnswer } from './copy-answer.ts';
import type { Action } from '../../api/use-action.ts';

export interface AnswerRowsProps {
  readonly answerId: string;
  /** Accessible name of the table. */
  readonly label: string;
  readonly rows: readonly AnswerRow[];
  readonly copying: CopyAnswer;
  readonly action: Action;
  /** All values, while the user wants to see them all. */
  readonly every?: Reveal<AllRevealed> | undefined;
}

/** All hidden values of a response, by pointer. */
export interface AllRevealed {
  readonly key: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Rows of a response as a tree: fold, reveal one value or all, copy any unseen. */
export function AnswerRows({ answerId, label, rows: all, copying, action, every }: AnswerRowsProps) {
  const one = useRevealOf(answerId, async (key, signal) => ({
    key,
    rawJson: await revealInAnswer(answerId, key, signal),
  }));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [encoded, setEncoded] = useState<ReadonlySet<string>>(new Set());
  const shownOf = ({ pointer }: AnswerRow): string | undefined =>
    every?.revealed?.values.get(pointer) ??
    (one.revealed?.key === pointer ? one.revealed.rawJson : undefined);
  const toggle = (row: AnswerRow): void => {
    if (every?.revealed?.values.has(row.pointer) === true) every.hide();
    else one.toggle(row.pointer);
  };
  const leave = (): void => {
    one.hide();
    every?.hide();
  };
  const rows = useMemo(() => unfolded(all, closed), [all, closed]);
  const fold = ({ pointer }: AnswerRow, close = !closed.has(pointer)): void => {
    const next = new Set(closed);
    if (close) next.add(pointer);
    else next.delete(pointer);
    setClosed(next);
  };
  const decodes = ({ base64 = false, pointer }: AnswerRow): boolean => base64 && !encoded.has(pointer);
  const switchForm = (row: AnswerRow): void => {
    const next = new Set(encoded);
    if (decodes(row)) next.add(row.pointer);
    else next.delete(row.pointer);
    setEncoded(next);
  };
  const copy = (row: AnswerRow): void => {
    const seen = row.what === 'value' || shownOf(row) !== undefined;
    if (row.what === 'credential' && row.credential !== undefined)
      copying.copyCredential(row.credential.secretRef, row.key);
    else copying.copy(row.pointer, row.key, !seen, decodes(row));
  };
  const show = ({ credential }: AnswerRow): void => {
    if (credential === undefined) return;
    void action.run(() => vault.secret.show({ secretRef: credential.secretRef }));
  };
  /** Right unfolds or moves to the first child, Left folds or moves to the parent. */
  const side = (row: AnswerRow, at: number, key: 'ArrowRight' | 'ArrowLeft'): number | undefined => {
    const open = folds(row) && !closed.has(row.pointer);
    if (key === 'ArrowLeft' && !open) return parentOf(rows, at);
    if (!folds(row)) return undefined;
    if (key === 'ArrowRight' && open) return at + 1;
    fold(row, open);
    return at;
  };
  const act = (row: AnswerRow): void => {
    if (row.what === 'hidden') toggle(row);
    else if (row.what === 'credential') show(row);
    else if (folds(row)) fold(row);
  };
  return (
    <RowGrid
      role="treegrid"
      label={label}
      keyOf={keyOf}
      rows={rows}
      rowHeight="value"
      isMeasured={(row) => mayBeTall(row) || (every?.revealed !== undefined && row.what === 'hidden')}
      className={css['scrolling']}
      onAct={act}
      onCopy={copy}
      onRowClick={(row, target) => {
        if (target.matches('[data-dots]')) copy(row);
      }}
      onLeave={one.revealed === undefined && every?.revealed === undefined ? undefined : leave}
      onSide={side}
    >
      {(row, place) => (
        <AnswerRowView
          row={row}
          place={place}
          open={folds(row) ? !closed.has(row.pointer) : undefined}
          rawJson={shownOf(row)}
          decoded={decodes(row)}
          error={
            [one.failed, copying.failed].find(
              (failure) =>
                failure?.key === row.pointer || (row.credential && failure?.key === row.credential.secretRef),
            )?.error
          }
          onFold={() => fold(row)}
          onReveal={() => toggle(row)}
          onForm={() => switchForm(row)}
          onCopy={() => copy(row)}
          onCopyPart={(text) => copying.copyPart(row.pointer, row.key, text)}
          onShow={() => show(row)}
        />
      )}
    </RowGrid>
  );
}

/** Number of characters certain to fit one line, both for a name at any depth and for a plain value. */
const LINE = 10;

/** True if a row can initially be taller than others. */
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
