import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldGroup } from './field-group.tsx';
import { Note, Stack, Text } from './layout.tsx';
import css from './radio-field.module.css';

export interface RadioOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: ReactNode;
}

export interface RadioFieldProps<T extends string> {
  readonly label: string;
  readonly options: readonly RadioOption<T>[];
  /** Below all options. */
  readonly hint?: ReactNode;
  /** Side by side, if there is room. */
  readonly inRow?: boolean;
  /** Undefined before a choice. */
  readonly value: T | undefined;
  readonly onValue: (value: T) => void;
}

/** A single radio button of a group, without its label. */
export function Radio(props: Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'>) {
  return <input {...props} type="radio" />;
}

/** Radio group, with a line of explanation per option. */
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
            <Stack as="span" shrinks>
              <label htmlFor={`${group}-${option.value}`}>{option.label}</label>
              {option.hint !== undefined && (
                <Text id={`${group}-${option.value}-hint`} tone="dim" size={12} leading={18} breaks>
                  {option.hint}
                </Text>
              )}
            </Stack>
          </div>
        ))}
      </div>
      {hint !== undefined && (
        <Note size={12} leading={18}>
          {hint}
        </Note>
      )}
    </FieldGroup>
  );
}
