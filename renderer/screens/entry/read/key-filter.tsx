import { FilterBox } from '../../../ui/filter-box.tsx';
import grid from '../../../ui/row-grid.module.css';

/** More keys than this are worth a filter. */
export const filterFrom = 20;

export interface KeyFilterProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly shown: number;
  readonly total: number;
}

/** Narrows a long list of keys by name. */
export function KeyFilter({ text, onText, shown, total }: KeyFilterProps) {
  return (
    <FilterBox label="Filter keys" className={grid['filter']} text={text} onText={onText}>
      {text !== '' && (
        <span role="status">
          {shown.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
        </span>
      )}
    </FilterBox>
  );
}
