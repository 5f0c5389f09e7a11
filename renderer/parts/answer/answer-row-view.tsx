import { Binary, ChevronRight, Copy, Eye, EyeOff, ScanEye } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { base64Text } from '../../../shared/vault/base64.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Text } from '../../ui/layout.tsx';
import { rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import grid from '../../ui/row-grid.module.css';
import { KeyName } from '../value/key-name.tsx';
import { RevealedValue } from '../value/revealed-value.tsx';
import css from './answer-rows.module.css';
import { charactersWords, secretName } from './secret-words.ts';

export interface AnswerRowViewProps {
  readonly row: AnswerRow;
  readonly place: RowPlace;
  /** Undefined for a row without children. */
  readonly open: boolean | undefined;
  /** JSON text while revealed. */
  readonly rawJson: string | undefined;
  /** Shown and copied as the text its base64 encodes. */
  readonly decoded: boolean;
  readonly error: AppError | undefined;
  readonly onFold: () => void;
  readonly onReveal: () => void;
  /** Toggles between the text and its base64. */
  readonly onForm: () => void;
  readonly onCopy: () => void;
  readonly onCopyPart: (selected: string) => void;
  readonly onShow: () => void;
}

/** One row of a response: a plain value, a value hidden until revealed, or a credential reference. */
export function AnswerRowView(props: AnswerRowViewProps) {
  const { row, place, open, rawJson, decoded, error, onFold, onReveal, onForm, onCopy, onShow } = props;
  const attributes = rowAttributes(place);
  const tab = attributes.tabIndex;
  const shown = rawJson !== undefined;
  const container = row.what === 'object' || row.what === 'array';
  return (
    <div
      {...attributes}
      role="row"
      aria-level={row.depth + 1}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
      data-pointer={row.pointer}
      className={classes(grid['row'], css['row'], shown && grid['open'])}
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
        <Text shrinks breaks lines>
          <KeyName name={row.key} />
        </Text>
      </span>
      <span role="gridcell" className={grid['cell']}>
        <Content {...props} />
        {error !== undefined && (
          <span role="alert" className={grid['failed']}>
            {error.message} {error.hint}
          </span>
        )}
      </span>
      <span role="gridcell" className={classes(grid['tools'], css['tools'])}>
        {row.base64 === true && shown && (
          <IconButton
            small
            icon={Binary}
            label={decoded ? `Show ${row.key} as base64` : `Show ${row.key} as text`}
            tabIndex={tab}
            onClick={onForm}
          />
        )}
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
          <IconButton small icon={ScanEye} label={`Show ${row.key}…`} tabIndex={tab} onClick={onShow} />
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

function Content({ row, rawJson, decoded, onCopy, onCopyPart }: AnswerRowViewProps) {
  const { key } = row;
  switch (row.what) {
    case 'object':
    case 'array':
      return (
        <Text tone="dim" size={12}>
          {countWords(row)}
        </Text>
      );
    case 'credential':
      return (
        <>
          {hiddenDots}
          {row.credential !== undefined && (
            <Chip tone="accent">
              {secretName(row.credential.kind)}, {charactersWords(row.credential.length)}
            </Chip>
          )}
        </>
      );
    case 'value':
      return (
        <RevealedValue name={key} rawJson={row.rawJson ?? 'null'} onCopy={onCopy} onCopyPart={onCopyPart} />
      );
    case 'hidden':
      if (rawJson === undefined)
        return (
          <>
            {hiddenDots}
            <Chip>{hiddenWords(row)}</Chip>
          </>
        );
      return (
        <>
          <RevealedValue
            name={key}
            rawJson={decoded ? decodedJson(rawJson) : rawJson}
            onCopy={onCopy}
            onCopyPart={onCopyPart}
          />
          {decoded && <Chip>decoded from base64</Chip>}
        </>
      );
  }
}

/** Text encoded by base64, as JSON; other values unchanged. */
function decodedJson(rawJson: string): string {
  const value: unknown = JSON.parse(rawJson);
  const text = typeof value === 'string' ? base64Text(value) : undefined;
  return text === undefined ? rawJson : JSON.stringify(text);
}

function countWords({ what, count = 0 }: AnswerRow): string {
  if (count === 0) return what === 'object' ? 'empty object' : 'empty list';
  const noun = what === 'object' ? 'key' : 'item';
  return counted(count, noun);
}

function hiddenWords({ type, length = 0 }: AnswerRow): string {
  if (type !== undefined && type !== 'string') return type;
  return length === 0 ? 'empty' : charactersWords(length);
}
