import { Search } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classes } from './classes.ts';
import css from './filter-box.module.css';
import { Icon } from './icon.tsx';
import { longestLine } from './longest-line.ts';

export interface FilterBoxProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'role' | 'value' | 'onChange'
> {
  /** Placeholder and accessible name. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Input that filters a list as the user types; Escape clears it. `children` follow the text. */
export function FilterBox({ label, text, onText, className, onKeyDown, children, ...rest }: FilterBoxProps) {
  return (
    <div className={classes(css['box'], className)}>
      <Icon of={Search} size={15} className={css['icon']} />
      <input
        maxLength={longestLine}
        {...rest}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        className={css['input']}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            onText('');
          } else onKeyDown?.(event);
        }}
      />
      {children}
    </div>
  );
}
