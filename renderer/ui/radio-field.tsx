import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldGroup } from './field-group.tsx';
import css from './radio-field.module.css';

export interface RadioOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: ReactNode;
}

export interface RadioFieldProps<T extends string> {
  readonly label: string;
  readonly options: readonly RadioOption<T>[];
  /** Below all of them. */
  readonly hint?: ReactNode;
  /** Beside each other, where there is room. */
  readonly inRow?: boolean;
  /** Undefined: none is chosen yet. */
  readonly value: T | undefined;
  readonly onValue: (value: T) => void;
}

/** One of several that belong together, without its label. */
export function Radio(props: Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'>) {
  return <input {...props} type="radio" />;
}

/** One of a few, each with a line of explanation. */
export function RadioField<T extends string>({
  label,
  options,
  hint,
  inRow = false,
  value,
  onValue,
}: RadioFieldProps<T>) {
  const group = useId();
  return (
    <FieldGroup label={label}>
      <div className={css[inRow ? 'inRow' : 'below']}>
        {options.map((option) => (
          <div key={option.value} className={css['row']}>
            <input
              type="radio"
              id={`${group}-${option.value}`}
              name={group}
              checked={option.value === value}
              {...(option.hint === undefined ? {} : { 'aria-describedby': `${group}-${option.value}-hint` })}
              onChange={() => onValue(option.value)}
            />
            <span className={css['text']}>
              <label htmlFor={`${group}-${option.value}`}>{option.label}</label>
              {option.hint !== undefined && (
                <span id={`${group}-${option.value}-hint`} className={css['hint']}>
                  {option.hint}
                </span>
              )}
            </span>
          </div>
        ))}
      </div>
      {hint !== undefined && <p className={css['hint']}>{hint}</p>}
    </FieldGroup>
  );
}
