import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import { FilterBox } from '../../../ui/filter-box.tsx';
import grid from '../../../ui/row-grid.module.css';
import { useActions } from '../../../workspace/action-registry.ts';

/** Above this number of keys the filter is always shown. */
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
  /** The user opened it, so it takes the focus on mount. */
  readonly asked: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Offers the filter of the keys in a table, unless `table` lies in an inert tab. */
export function useFindKey(total: number, table: RefObject<HTMLElement | null>): FindKey {
  const [asked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useActions(() =>
    table.current === null || table.current.closest('[inert]') !== null
      ? []
      : [
          {
            id: 'entry.find',
            label: 'Find a key',
            group: 'Entry',
            key: 'find',
            region: 'main',
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
      // Only if the user has just opened it.
      autoFocus={find.asked}
      label="Filter keys"
      data-filter
      className={grid['filter']}
      text={text}
      onText={onText}
    >
      {text !== '' && (
        <span role="status">
          {grouped(shown)} of {grouped(total)}
        </span>
      )}
    </FilterBox>
  );
}
