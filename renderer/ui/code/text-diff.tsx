import { useMemo, useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { classes } from '../classes.ts';
import { MarkedText } from '../marked-text.tsx';
import { useSecretCopy } from '../secret-copy.ts';
import { diffRows, folded, type DiffRow } from './diff-rows.ts';
import css from './text-diff.module.css';

export interface TextDiffProps {
  /** Undefined for a new text. */
  readonly before: string | undefined;
  /** Undefined for a removed text. */
  readonly after: string | undefined;
  /** Subject of the comparison, e.g. `Value of password, version 7 and your draft`. */
  readonly label: string;
  /** Number of the first line, for an excerpt of a longer text. */
  readonly firstLine?: number;
  /** Receives a copied selection, because the text is secret. */
  readonly onCopy: (selected: string) => void;
}

/** Number of lines drawn at first; the rest on request. */
const linesShown = 2000;

/** Line diff of two texts with changed characters marked and unchanged stretches folded. Load it lazily. */
export function TextDiff({ before, after, label, firstLine = 1, onCopy }: TextDiffProps) {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [all, setAll] = useState(false);
  const copy = useSecretCopy(onCopy);
  const items = folded(rows);
  const shown = all ? items : items.slice(0, linesShown);
  return (
    <div className={css['box']} tabIndex={0} role="group" aria-label={label} {...copy}>
      <table className={css['table']}>
        <tbody>
          {shown.map((item, index) =>
            item.kind !== 'fold' ? (
              <Line key={index} row={item} firstLine={firstLine} />
            ) : unfolded.has(index) ? (
              item.rows.map((row) => (
                <Line key={`${String(index)} ${String(row.before)}`} row={row} firstLine={firstLine} />
              ))
            ) : (
              <tr key={index}>
                <td colSpan={3} className={css['fold']}>
                  <button type="button" onClick={() => setUnfolded(new Set(unfolded).add(index))}>
                    {grouped(item.rows.length)} unchanged lines
                  </button>
                </td>
              </tr>
            ),
          )}
          {shown.length < items.length && (
            <tr>
              <td colSpan={3} className={css['fold']}>
                <button type="button" onClick={() => setAll(true)}>
                  {grouped(items.length - shown.length)} more lines
                </button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const words = { same: '', removed: 'removed', added: 'added' } as const;
const signs = { same: '', removed: '−', added: '+' } as const;

function Line({ row, firstLine }: { readonly row: DiffRow; readonly firstLine: number }) {
  const empty = row.pieces.every(({ text }) => text === '');
  return (
    <tr className={css[row.kind]}>
      <td
        className={css['number']}
        aria-hidden="true"
        data-line={(row.after ?? row.before ?? 1) + firstLine - 1}
      />
      <td className={css['sign']}>
        <span aria-hidden="true" data-sign={signs[row.kind]} />
        {row.kind !== 'same' && (
          <span data-reader-only className={css['unselectable']}>
            {words[row.kind]}
          </span>
        )}
      </td>
      <td className={css['text']} data-mono data-selectable>
        {empty && row.kind !== 'same' ? (
          <span className={css['emptyLine']} aria-label="empty line" role="img" />
        ) : (
          row.pieces.map((piece, index) => (
            <span key={index} className={classes(piece.changed && css['changed'])}>
              <MarkedText text={piece.text} spaces={piece.changed ? 'all' : 'none'} />
            </span>
          ))
        )}
      </td>
    </tr>
  );
}
