import { Copy, Ellipsis, Eye, EyeOff } from 'lucide-react';
import type { Ref } from 'react';
import type { KeyFacts } from '../../../../shared/vault/entry.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FactChips } from '../../../parts/value/fact-chips-view.tsx';
import { KeyName } from '../../../parts/value/key-name.tsx';
import css from './key-table.module.css';
import { RevealedValue } from '../../../parts/value/revealed-value.tsx';
import type { FileNote } from './value-file.ts';

export interface KeyRowProps {
  readonly facts: KeyFacts;
  readonly index: number;
  /** The row that Tab reaches. */
  readonly active: boolean;
  /** JSON text while it is revealed. */
  readonly rawJson: string | undefined;
  readonly error: AppError | undefined;
  readonly onReveal: () => void;
  readonly onCopy: () => void;
  readonly onCopyPart: (selected: string) => void;
  /** Opens the menu of the row at a point of the window. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
  /** What became of writing it to a file. */
  readonly note: FileNote | undefined;
  readonly measure?: Ref<HTMLDivElement>;
}

/** A key and its value: dots of constant length until it is revealed. */
export function KeyRow(props: KeyRowProps) {
  const { facts, index, active, rawJson, error, note, onReveal, onCopy, onCopyPart, onMenu, measure } = props;
  const { key } = facts;
  const shown = rawJson !== undefined;
  const tab = active ? 0 : -1;
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 1}
      data-index={index}
      tabIndex={tab}
      className={classes(css['row'], shown && css['open'])}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <span role="rowheader" className={css['key']} data-mono data-selectable>
        <KeyName name={key} />
      </span>
      <span role="gridcell" className={css['cell']}>
        {shown ? (
          <RevealedValue name={key} {...{ rawJson, onCopy, onCopyPart }} />
        ) : (
          <>
            <span className={css['dots']} role="img" aria-label="hidden" />
            <FactChips facts={facts} />
          </>
        )}
        {error !== undefined && (
          <span role="alert" className={css['failed']}>
            {error.message} {error.hint}
          </span>
        )}
        {note !== undefined && (
          <span role={note.failed ? 'alert' : 'status'} className={css[note.failed ? 'failed' : 'note']}>
            {note.text}
          </span>
        )}
      </span>
      <span role="gridcell" className={css['tools']}>
        <IconButton
          small
          icon={shown ? EyeOff : Eye}
          label={shown ? `Hide ${key}` : `Reveal ${key}`}
          tabIndex={tab}
          onClick={onReveal}
        />
        <IconButton small icon={Copy} label={`Copy ${key}`} tabIndex={tab} onClick={onCopy} />
        <IconButton
          small
          icon={Ellipsis}
          label={`More for ${key}`}
          aria-haspopup="menu"
          tabIndex={tab}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({ x: left, y: bottom + 2 });
          }}
        />
      </span>
    </div>
  );
}
