import { X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Text } from '../../ui/layout.tsx';
import { keyMap } from '../../workspace/key-map.ts';
import css from './filter-field.module.css';

export interface FilterFieldProps {
  readonly text: string;
  /** Names that match, and names that were looked at. */
  readonly counts: readonly [matched: number, total: number];
  readonly onText: (text: string) => void;
  /** Down or Enter: moves on to the names. */
  readonly onLeave: () => void;
}

/** Filters the listed names; Escape clears it. The shell sends `/` here, by `data-filter`. */
export function FilterField({ text, counts: [matched, total], onText, onLeave }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <FilterBox
      ref={input}
      label="Filter names"
      data-filter
      className={css['field']}
      text={text}
      onText={onText}
      onKeyDown={keyDown}
    >
      {text === '' ? (
        <KeyHint keys={keyMap.filter.keys} />
      ) : (
        <>
          {/* The total would take the room of what is typed. */}
          <Text tone="dim" size={11} numbers nowrap role="status" title={`of ${grouped(total)}`}>
            {grouped(matched)}
            <span data-reader-only> of {grouped(total)}</span>
          </Text>
          <button
            type="button"
            aria-label="Clear the filter"
            className={css['clear']}
            onClick={() => {
              onText('');
              input.current?.focus();
            }}
          >
            <Icon of={X} size={14} />
          </button>
        </>
      )}
    </FilterBox>
  );
}
