import { Copy, Eye, EyeOff } from 'lucide-react';
import type { KeyFacts } from '../../../../shared/vault/entry.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import { classes } from '../../../ui/classes.ts';
import { hiddenDots } from '../../../ui/hidden-dots.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { rowAttributes, type RowPlace } from '../../../ui/row-grid.tsx';
import grid from '../../../ui/row-grid.module.css';
import { FactChips } from '../../../parts/value/fact-chips-view.tsx';
import { KeyName } from '../../../parts/value/key-name.tsx';
import css from './key-table.module.css';
import { RevealedValue } from '../../../parts/value/revealed-value.tsx';
import type { FileNote } from './value-file.ts';

export interface KeyRowProps {
  readonly facts: KeyFacts;
  readonly place: RowPlace;
  /** JSON text while revealed. */
  readonly rawJson: string | undefined;
  readonly error: AppError | undefined;
  readonly onReveal: () => void;
  readonly onCopy: () => void;
  readonly onCopyPart: (selected: string) => void;
  /** Opens the menu of the row at a point of the window. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
  /** Outcome of writing it to a file. */
  readonly note: FileNote | undefined;
}

/** A key and its value: dots of constant length until it is revealed. */
export function KeyRow(props: KeyRowProps) {
  const { facts, place, rawJson, error, note, onReveal, onCopy, onCopyPart, onMenu } = props;
  const { key } = facts;
  const shown = rawJson !== undefined;
  const attributes = rowAttributes(place);
  const tab = attributes.tabIndex;
  return (
    <div
      {...attributes}
      role="row"
      data-key={key}
      className={classes(grid['row'], css['row'], shown && grid['open'])}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <span role="rowheader" className={css['key']} data-mono data-selectable>
        <KeyName name={key} />
      </span>
      <span role="gridcell" className={classes(grid['cell'], css['value'])}>
        {shown ? (
          <RevealedValue name={key} rawJson={rawJson} onCopy={onCopy} onCopyPart={onCopyPart} />
        ) : (
          <>
            {hiddenDots}
            <FactChips facts={facts} />
          </>
        )}
        {error !== undefined && (
          <span role="alert" className={grid['failed']}>
            {error.message} {error.hint}
          </span>
        )}
        {note !== undefined && (
          <span role={note.failed ? 'alert' : 'status'} className={grid[note.failed ? 'failed' : 'note']}>
            {note.text}
          </span>
        )}
      </span>
      <span role="gridcell" className={grid['tools']}>
        <IconButton
          small
          icon={shown ? EyeOff : Eye}
          label={shown ? `Hide ${key}` : `Reveal ${key}`}
          tabIndex={tab}
          onClick={onReveal}
        />
        <IconButton small icon={Copy} label={`Copy ${key}`} tabIndex={tab} onClick={onCopy} />
      </span>
    </div>
  );
}
