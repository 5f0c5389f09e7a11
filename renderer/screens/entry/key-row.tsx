import { Copy, Eye, EyeOff } from 'lucide-react';
import type { Ref } from 'react';
import type { KeyFacts } from '../../../shared/vault/entry.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { FactChips } from './fact-chips-view.tsx';
import css from './key-table.module.css';
import { RevealedValue } from './revealed-value.tsx';

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
  readonly measure?: Ref<HTMLDivElement>;
}

/** A key and its value: dots of constant length until it is revealed. */
export function KeyRow({ facts, index, active, rawJson, error, onReveal, onCopy, measure }: KeyRowProps) {
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
    >
      <span role="rowheader" className={css['key']} data-mono data-selectable>
        {key === '' ? <span className={css['nothing']}>empty name</span> : key}
      </span>
      <span role="gridcell" className={css['cell']}>
        {shown ? (
          <RevealedValue name={key} rawJson={rawJson} onCopy={onCopy} />
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
      </span>
    </div>
  );
}
