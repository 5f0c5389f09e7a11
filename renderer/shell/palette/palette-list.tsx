import { CornerDownLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { Highlighted } from '../../parts/tree/highlighted.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorText } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { longestLine } from '../../ui/longest-line.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { showPalette } from '../../workspace/palette.ts';
import css from './palette.module.css';
import type { PaletteItem } from './palette-item.ts';

export interface PaletteListProps {
  /** Accessible name of the field and of the list. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Best first. */
  readonly items: readonly PaletteItem[];
  /** The folded word that is marked in the names. */
  readonly needle: string;
  /** Said where nothing is found, and why what was typed is no path. */
  readonly note?: ReactNode;
  readonly onUse: (item: PaletteItem) => void;
  /** Shows the keys of the chosen entry. */
  readonly onKeys?: (item: PaletteItem) => void;
  /** Back to the list before, with a text that is empty. */
  readonly onBack?: () => void;
}

/** A combobox over a list (WAI-ARIA): the focus stays in the field, arrows choose, Enter runs. */
export function PaletteList(props: PaletteListProps) {
  const { label, placeholder, text, onText, items, needle, note, onUse, onKeys, onBack } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosenIndex, setChosen] = useState(0);
  const [problem, setProblem] = useState<AppError>();
  const [running, setRunning] = useState(false);
  const chosen = Math.min(chosenIndex, items.length - 1);
  const current = items[chosen];
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, items]);

  const run = (item: PaletteItem): void => {
    if (item.disabled === true || running) return;
    onUse(item);
    if (item.stays !== true) {
      showPalette(undefined);
      // The palette gives the focus back first: an action may move it elsewhere, or open a dialog that returns it.
      setTimeout(() => void item.run());
      return;
    }
    setRunning(true);
    setProblem(undefined);
    Promise.resolve(item.run()).then(
      () => {
        showPalette(undefined);
      },
      (caught: unknown) => {
        setRunning(false);
        const error = appErrorOf(caught);
        if (error.kind !== 'cancelled') setProblem(error);
      },
    );
  };
  const move = (to: number): void => {
    if (items.length > 0) setChosen((to + items.length) % items.length);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart, value } = event.currentTarget;
    switch (event.key) {
      case 'ArrowDown':
        move(chosen + 1);
        break;
      case 'ArrowUp':
        move(chosen - 1);
        break;
      case 'PageDown':
        setChosen(Math.min(items.length - 1, chosen + 10));
        break;
      case 'PageUp':
        setChosen(Math.max(0, chosen - 10));
        break;
      case 'Enter':
        if (current !== undefined) run(current);
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
    <>
      <div className={css['line']}>
        <input
          // The palette exists to be typed into.
          autoFocus
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-autocomplete="list"
          aria-controls={listId}
          {...(current === undefined ? {} : { 'aria-activedescendant': `${listId}-${String(chosen)}` })}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          className={css['input']}
          maxLength={longestLine}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setChosen(0);
            setProblem(undefined);
          }}
          onKeyDown={keyDown}
        />
        <Icon of={CornerDownLeft} className={css['enter']} />
      </div>
      <div className={css['said']} role="status">
        {problem !== undefined ? (
          <div className={css['problem']}>
            <ErrorText error={problem} />
          </div>
        ) : (
          (note ?? (items.length === 0 && text.trim() !== '' && 'Nothing matches.'))
        )}
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
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
            onRun={() => {
              run(item);
            }}
          />
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
