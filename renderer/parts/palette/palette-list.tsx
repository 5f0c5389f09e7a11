import { CornerDownLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
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
  /** Best first. */
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
  const { label, placeholder, text, onText, items, needle, note, heading, onUse, onKeys, onBack } = props;
  const { onEnter, onDone, mono = false, inPlace = false } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const none = onEnter === undefined ? 0 : -1;
  const [chosenIndex, setChosen] = useState(none);
  const [hasFocus, setHasFocus] = useState(!inPlace);
  const { busy, problem, perform, stop } = useRun(onDone);
  const chosen = Math.min(chosenIndex, items.length - 1);
  const current = items[chosen];
  const open = !inPlace || (hasFocus && text.trim() !== '');
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, items]);
  useEffect(() => {
    const { activeElement } = document;
    if (inPlace && (activeElement === null || activeElement === document.body))
      field.current?.focus({ preventScroll: true });
  }, [inPlace]);

  const change = (next: string): void => {
    stop();
    onText(next);
    setChosen(none);
  };
  const run = (item: PaletteItem): void => {
    if (item.disabled === true || busy) return;
    onUse?.(item);
    perform(item.run, item.stays === true);
  };
  const move = (by: number): void => {
    const lines = items.length - none;
    if (lines > 0) setChosen(((chosen - none + by + lines) % lines) + none);
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
      case 'ArrowDown':
        move(1);
        break;
      case 'ArrowUp':
        move(-1);
        break;
      case 'PageDown':
        setChosen(Math.min(items.length - 1, chosen + 10));
        break;
      case 'PageUp':
        setChosen(Math.max(none, chosen - 10));
        break;
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
        return;
    }
    event.preventDefault();
  };

  return (
    <div
      className={css[inPlace ? 'inPlace' : 'inDialog']}
      onFocus={() => setHasFocus(true)}
      onBlur={() => {
        if (inPlace) setHasFocus(false);
      }}
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
            : { 'aria-activedescendant': `${listId}-${String(chosen)}` })}
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
          {problem !== undefined ? (
            <div className={css['problem']}>
              <ErrorText error={problem} />
            </div>
          ) : busy ? (
            'Asking the server…'
          ) : (
            (note ?? (items.length === 0 && text.trim() !== '' && 'Nothing matches.'))
          )}
        </div>
        {heading !== undefined && items.length > 0 && <div className={css['heading']}>{heading}</div>}
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={heading ?? label}
          className={css['options']}
          hidden={items.length === 0}
        >
          {items.map((item, index) => (
            <Option
              key={item.id}
              id={`${listId}-${String(index)}`}
              item={item}
              needle={needle}
              chosen={index === chosen}
              withKeys={onKeys !== undefined}
              onChoose={() => {
                if (index !== chosen) setChosen(index);
              }}
              onRun={() => run(item)}
            />
          ))}
        </div>
      </div>
    </div>
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
            <KeyHint keys="→" /> its keys
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
