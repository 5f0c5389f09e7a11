import { useEffect, useRef } from 'react';
import { FilterBox, type FilterBoxProps } from './filter-box.tsx';
import { liesOverScreens } from './lies-over.ts';
import css from './open-field.module.css';
import { takeFocus } from './focus.ts';

export interface OpenFieldProps extends Omit<FilterBoxProps, 'ref' | 'className' | 'onKeyDown'> {
  /** Called on Enter. */
  readonly onEnter: () => void;
  /** Called on Arrow Down: moves to the filtered list. */
  readonly onDown?: () => void;
}

/** Main field of a screen: it filters the list below, and Enter opens the typed text. It is focused first. */
export function OpenField({ onEnter, onDown, ...rest }: OpenFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Taking the focus would close a side bar that the user opened over the loading screen, or open it.
    const covers = [document.activeElement, box.current].some((one) => one !== null && liesOverScreens(one));
    if (!covers) takeFocus(box.current);
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
