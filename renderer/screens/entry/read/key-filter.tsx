import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { FilterBox } from '../../../ui/filter-box.tsx';
import grid from '../../../ui/row-grid.module.css';
import { useActions } from '../../../workspace/action-registry.ts';

/** More keys than this are worth a filter that is always there. */
export const filterFrom = 20;

export interface KeyFilterProps {
  readonly find: FindKey;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly shown: number;
  readonly total: number;
}

export interface FindKey {
  /** The filter is on screen. */
  readonly shown: boolean;
  /** It was asked for and has the focus from the start. */
  readonly asked: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Offers the filter of the keys in a table; `table` tells whether that is in front. */
export function useFindKey(total: number, table: RefObject<HTMLElement | null>): FindKey {
  const [asked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useActions(() =>
    table.current === null || table.current.closest('[inert]') !== null
      ? []
      : [
          {
            ...{ id: 'entry.find', label: 'Find a key', group: 'Entry', key: 'find', region: 'main' },
            icon: Search,
            run: () => {
              setAsked(true);
              input.current?.focus();
              input.current?.select();
            },
          },
        ],
  );
  return { shown: asked || total > filterFrom, asked, input };
}

/** Narrows a long list of keys by name. */
export function KeyFilter({ find, text, onText, shown, total }: KeyFilterProps) {
  return (
    <FilterBox
      ref={find.input}
      // Only where a person has just asked for it.
      autoFocus={find.asked}
      label="Filter keys"
      data-filter
      className={grid['filter']}
      text={text}
      onText={onText}
    >
      {text !== '' && (
        <span role="status">
          {shown.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
        </span>
      )}
    </FilterBox>
  );
}
