import { CornerDownLeft } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { classes } from '../../ui/classes.ts';
import { ErrorText } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { longestLine } from '../../ui/longest-line.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { isKey } from '../../workspace/key-map.ts';
import { showPalette } from '../../workspace/palette.ts';
import { Highlighted } from '../tree/highlighted.tsx';
import type { PaletteItem, Run } from './palette-item.ts';
import css from './palette-list.module.css';
import { useRun } from './use-run.ts';

export interface PaletteListProps {
  /** Accessible name of the field and of the list. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Best first; items of one section follow each other. */
  readonly items: readonly PaletteItem[];
  /** Folded word to mark in names. */
  readonly needle: string;
  /** Status line above the items. */
  readonly note?: ReactNode;
  /** Heading of the items. */
  readonly heading?: string;
  readonly onUse?: (item: PaletteItem) => void;
  /** Shows the keys of the selected entry. */
  readonly onKeys?: (item: PaletteItem) => void;
  /** Returns to the previous list if the text is empty. */
  readonly onBack?: () => void;
  /** Action of Enter without a selected item; without it the first item is selected initially. */
  readonly onEnter?: Run;
  /** Called when an action is done or about to start. */
  readonly onDone: () => void;
  /** The input is a name from the server. */
  readonly mono?: boolean;
  /** Field on a screen: takes the focus if it is free, and shows items only for typed text. */
  readonly inPlace?: boolean;
}

/** A combobox over a list (WAI-ARIA): the focus stays in the field, arrows select, Enter runs. */
export function PaletteList(props: PaletteListProps) {
  const { label, placeholder, text, onText, items, note, onUse, onKeys, onBack } = props;
  const { onEnter, onDone, mono = false, inPlace = false } = props;
  const listId = useId();
  const none = onEnter === undefined ? 0 : -1;
  const selection = useSelection(items.length, none);
  const { field, open, onFocusChange } = useOpenField(inPlace, text);
  const { busy, problem, perform, stop } = useRun(onDone);
  const current = items[selection.at];

  const change = (next: string): void => {
    stop();
    onText(next);
    selection.select(none);
  };
  const run = (item: PaletteItem): void => {
    if (item.disabled === true || busy) return;
    onUse?.(item);
    perform(item.run, item.stays === true);
  };
  const enter = (chord: boolean): void => {
    const item = chord ? items.find((one) => one.chord === true) : current;
    if (item !== undefined) run(item);
    else if (!chord && onEnter !== undefined && text.trim() !== '' && !busy) perform(onEnter, true);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { nativeEvent, key } = event;
    if (nativeEvent.isComposing || event.altKey) return;
    if (isKey(nativeEvent, 'revokeAccessor')) {
      event.preventDefault();
      if (!event.repeat) enter(true);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const { selectionStart, value } = event.currentTarget;
    // No input here begins with this key, and an automatically focused field must not block it.
    if (inPlace && value === '' && isKey(nativeEvent, 'cheatSheet')) {
      event.preventDefault();
      showPalette('keys');
      return;
    }
    switch (key) {
      case 'Enter':
        enter(false);
        break;
      case 'Escape':
        if (!inPlace || value === '') return;
        change('');
        break;
      case 'ArrowRight':
        if (onKeys === undefined || current?.entry === undefined || selectionStart !== value.length) return;
        onKeys(current);
        break;
      case 'ArrowLeft':
      case 'Backspace':
        if (onBack === undefined || value !== '') return;
        onBack();
        break;
      default:
        if (!selection.step(key)) return;
    }
    event.preventDefault();
  };

  return (
    <div
      className={css[inPlace ? 'inPlace' : 'inDialog']}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      <div className={css['line']}>
        <input
          ref={field}
          // The palette exists for typing.
          autoFocus={!inPlace}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={open && items.length > 0}
          aria-autocomplete="list"
          aria-controls={listId}
          {...(current === undefined || !open
            ? {}
            : { 'aria-activedescendant': `${listId}-${String(selection.at)}` })}
          {...(mono ? { 'data-mono': true } : {})}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          className={css['input']}
          maxLength={longestLine}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={keyDown}
        />
        <Icon of={CornerDownLeft} className={css['enter']} />
      </div>
      <div
        className={css['below']}
        hidden={!open}
        onPointerDown={(event) => {
          // Keeps the focus in the field: otherwise the items would close before the click.
          if (inPlace) event.preventDefault();
        }}
      >
        <div className={classes(css['said'], onEnter !== undefined && css['always'])} role="status">
          <Status
            problem={problem}
            busy={busy}
            note={note ?? (items.length === 0 && text.trim() !== '' && 'Nothing matches.')}
          />
        </div>
        <Options id={listId} list={props} selection={selection} onRun={run} />
      </div>
    </div>
  );
}

/** The selected item. */
interface Selection {
  /** Its index; -1 if no item is selected. */
  readonly at: number;
  readonly select: (index: number) => void;
  /** Moves by a key; false if the key does not move. */
  readonly step: (key: string) => boolean;
}

/** Selects one of `count` items; `none` is the initial index, -1 if the field itself is a stop. */
function useSelection(count: number, none: 0 | -1): Selection {
  const [index, select] = useState<number>(none);
  const at = Math.min(index, count - 1);
  const turn = (by: number): void => {
    const lines = count - none;
    if (lines > 0) select(((at - none + by + lines) % lines) + none);
  };
  const moves: Readonly<Partial<Record<string, () => void>>> = {
    ArrowDown: () => turn(1),
    ArrowUp: () => turn(-1),
    PageDown: () => select(Math.min(count - 1, at + 10)),
    PageUp: () => select(Math.max(none, at - 10)),
  };
  return {
    at,
    select,
    step: (key) => {
      const move = moves[key];
      move?.();
      return move !== undefined;
    },
  };
}

/** The field: in a dialog its list is always open, on a screen only while it has the focus and a text. */
function useOpenField(inPlace: boolean, text: string) {
  const field = useRef<HTMLInputElement>(null);
  const [hasFocus, setHasFocus] = useState(!inPlace);
  useEffect(() => {
    const { activeElement } = document;
    if (inPlace && (activeElement === null || activeElement === document.body))
      field.current?.focus({ preventScroll: true });
  }, [inPlace]);
  return {
    field,
    open: !inPlace || (hasFocus && text.trim() !== ''),
    onFocusChange: (focused: boolean): void => {
      if (inPlace || focused) setHasFocus(focused);
    },
  };
}

interface StatusProps {
  readonly problem: AppError | undefined;
  readonly busy: boolean;
  readonly note: ReactNode;
}

function Status({ problem, busy, note }: StatusProps) {
  if (problem === undefined) return busy ? 'Asking the server…' : note;
  return (
    <div className={css['problem']}>
      <ErrorText error={problem} />
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly list: Pick<PaletteListProps, 'label' | 'heading' | 'items' | 'needle' | 'onKeys'>;
  readonly selection: Selection;
  readonly onRun: (item: PaletteItem) => void;
}

function Options({ id, list, selection, onRun }: OptionsProps) {
  const { label, heading, items, needle, onKeys } = list;
  const { at, select } = selection;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at, items]);
  return (
    <>
      {heading !== undefined && items.length > 0 && <div className={css['heading']}>{heading}</div>}
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label={heading ?? label}
        className={css['options']}
        hidden={items.length === 0}
      >
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {item.section !== undefined && item.section !== items[index - 1]?.section && (
              <div className={css['heading']} role="presentation">
                {item.section}
              </div>
            )}
            <Option
              id={`${id}-${String(index)}`}
              item={item}
              needle={needle}
              chosen={index === at}
              withKeys={onKeys !== undefined}
              onChoose={() => {
                if (index !== at) select(index);
              }}
              onRun={() => onRun(item)}
            />
          </Fragment>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly needle: string;
  readonly chosen: boolean;
  readonly withKeys: boolean;
  readonly onChoose: () => void;
  readonly onRun: () => void;
}

function Option({ id, item, needle, chosen, withKeys, onChoose, onRun }: OptionProps) {
  const { label, detail, kind, icon, hint, disabled = false, reason, mono = false, entry } = item;
  const mark = mono ? { 'data-mono': true } : {};
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={disabled}
      {...(reason === undefined ? {} : { title: reason })}
      className={classes(css['option'], chosen && css['chosen'], disabled && css['off'])}
      onPointerMove={onChoose}
      onPointerUp={onRun}
    >
      <Icon of={icon} size={15} />
      <span className={css['label']} {...mark}>
        <Highlighted name={label} needle={needle} />
      </span>
      {(detail !== '' || (disabled && reason !== undefined)) && (
        <span className={css['detail']} {...(disabled && reason !== undefined ? {} : mark)}>
          {disabled && reason !== undefined ? reason : <Highlighted name={detail} needle={needle} />}
        </span>
      )}
      <span className={css['end']}>
        {chosen && withKeys && entry !== undefined ? (
          <>
            <KeyHint keys="→" /> Keys
          </>
        ) : hint === undefined ? (
          <NameText text={kind} />
        ) : (
          <KeyHint keys={hint} />
        )}
      </span>
    </div>
  );
}
