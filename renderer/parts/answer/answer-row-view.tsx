import { ChevronRight, Copy, Eye, EyeOff, ScanEye } from 'lucide-react';
import type { Ref } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyName } from '../value/key-name.tsx';
import { RevealedValue } from '../value/revealed-value.tsx';
import css from './answer-rows.module.css';
import { charactersWords, secretName } from './secret-words.ts';

export interface AnswerRowViewProps {
  readonly row: AnswerRow;
  readonly index: number;
  /** The row that Tab reaches. */
  readonly active: boolean;
  /** Undefined: nothing is below it. */
  readonly open: boolean | undefined;
  /** JSON text while it is revealed. */
  readonly rawJson: string | undefined;
  readonly error: AppError | undefined;
  readonly onFold: () => void;
  readonly onReveal: () => void;
  readonly onCopy: () => void;
  readonly onCopyPart: (selected: string) => void;
  readonly onShow: () => void;
  readonly measure?: Ref<HTMLDivElement>;
}

/** One line of an answer: a value in plain sight, one that is hidden until asked for, or what stands for a credential. */
export function AnswerRowView(props: AnswerRowViewProps) {
  const { row, index, active, open, rawJson, error, onFold, onReveal, onCopy, onShow, measure } = props;
  const tab = active ? 0 : -1;
  const shown = rawJson !== undefined;
  const container = row.what === 'object' || row.what === 'array';
  return (
    <div
      ref={measure}
      role="row"
      aria-level={row.depth + 1}
      aria-rowindex={index + 1}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
      data-index={index}
      data-pointer={row.pointer}
      tabIndex={tab}
      className={classes(css['row'], shown && css['tall'])}
    >
      <span
        role="rowheader"
        className={css['key']}
        style={{ paddingLeft: row.depth * 16 }}
        data-mono
        data-selectable
      >
        {open === undefined ? (
          <span className={css['noFold']} />
        ) : (
          <button
            type="button"
            className={css['fold']}
            tabIndex={-1}
            aria-label={open ? `Fold ${row.key}` : `Unfold ${row.key}`}
            onClick={onFold}
          >
            <Icon of={ChevronRight} size={14} className={classes(css['chevron'], open && css['down'])} />
          </button>
        )}
        <span className={css['name']}>
          <KeyName name={row.key} />
        </span>
      </span>
      <span role="gridcell" className={css['cell']}>
        <Content {...props} />
        {error !== undefined && (
          <span role="alert" className={css['failed']}>
            {error.message} {error.hint}
          </span>
        )}
      </span>
      <span role="gridcell" className={css['tools']}>
        {row.what === 'hidden' && (
          <IconButton
            small
            icon={shown ? EyeOff : Eye}
            label={shown ? `Hide ${row.key}` : `Reveal ${row.key}`}
            tabIndex={tab}
            onClick={onReveal}
          />
        )}
        {row.what === 'credential' && (
          <IconButton
            small
            icon={ScanEye}
            label={`Show ${row.key} in a view of its own…`}
            tabIndex={tab}
            onClick={onShow}
          />
        )}
        {!(container && row.count === 0) && (
          <IconButton
            small
            icon={Copy}
            label={container ? `Copy ${row.key} as JSON` : `Copy ${row.key}`}
            tabIndex={tab}
            onClick={onCopy}
          />
        )}
      </span>
    </div>
  );
}

function Content({ row, rawJson, onCopy, onCopyPart }: AnswerRowViewProps) {
  const { key } = row;
  switch (row.what) {
    case 'object':
    case 'array':
      return <span className={css['dim']}>{countWords(row)}</span>;
    case 'credential':
      return (
        <>
          <span className={css['dots']} role="img" aria-label="hidden" />
          {row.credential !== undefined && (
            <Chip tone="accent">
              {secretName(row.credential.kind)}, {charactersWords(row.credential.length)}
            </Chip>
          )}
        </>
      );
    case 'value':
      return <RevealedValue name={key} rawJson={row.rawJson ?? 'null'} {...{ onCopy, onCopyPart }} />;
    case 'hidden':
      if (rawJson !== undefined) return <RevealedValue name={key} {...{ rawJson, onCopy, onCopyPart }} />;
      return (
        <>
          <span className={css['dots']} role="img" aria-label="hidden" />
          <Chip>{hiddenWords(row)}</Chip>
        </>
      );
  }
}

function countWords({ what, count = 0 }: AnswerRow): string {
  if (count === 0) return what === 'object' ? 'empty object' : 'empty list';
  const noun = what === 'object' ? 'member' : 'item';
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

function hiddenWords({ type, length = 0 }: AnswerRow): string {
  if (type !== undefined && type !== 'string') return type;
  return length === 0 ? 'empty' : charactersWords(length);
}
