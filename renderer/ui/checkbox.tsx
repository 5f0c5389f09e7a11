import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './field.module.css';
import { Icon } from './icon.tsx';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** A yes or no with its label. */
export function Checkbox({
  label,
  hint,
  checked,
  onChecked,
  danger = false,
  disabled = false,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={css['checkRow']}>
      <span className={css['checkBox']}>
        <input
          id={id}
          type="checkbox"
          className={classes(css['check'], danger && css['danger'])}
          checked={checked}
          disabled={disabled}
          {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
          onChange={(event) => {
            onChecked(event.target.checked);
          }}
        />
        <Icon of={Check} size={12} className={css['tick']} />
      </span>
      <span className={css['checkText']}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={css['hint']}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
