import { useEffect, useRef } from 'react';
import { FilterBox, type FilterBoxProps } from './filter-box.tsx';
import { liesOverScreens } from './lies-over.ts';
import css from './open-field.module.css';

export interface OpenFieldProps extends Omit<FilterBoxProps, 'ref' | 'className' | 'onKeyDown'> {
  /** Enter. */
  readonly onEnter: () => void;
  /** Arrow Down: to the list that is filtered. */
  readonly onDown?: () => void;
}

/** The one field of a screen: it filters the list below it, and Enter opens what was typed. It has the focus first. */
export function OpenField({ onEnter, onDown, ...rest }: OpenFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // Whoever has opened the side bar over a screen that loads would see it close under the hand.
    if (activeElement === null || !liesOverScreens(activeElement)) box.current?.focus();
  }, []);
  return (
    <FilterBox
      maxLength={1024}
      {...rest}
      ref={box}
      data-filter
      className={css['field']}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
        else if (event.key === 'ArrowDown' && onDown !== undefined) onDown();
        else return;
        event.preventDefault();
      }}
    />
  );
}
