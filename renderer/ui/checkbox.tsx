import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './field.module.css';
import { Stack, Text } from './layout.tsx';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  /** Some of what it stands for is checked, not all. */
  readonly mixed?: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** A check box with its label. */
export function Checkbox({
  label,
  hint,
  checked,
  mixed = false,
  onChecked,
  danger = false,
  disabled = false,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={css['checkRow']}>
      <input
        id={id}
        type="checkbox"
        {...(danger ? { className: css['danger'] } : {})}
        ref={(box) => {
          if (box !== null) box.indeterminate = mixed;
        }}
        checked={checked}
        disabled={disabled}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <Stack as="span">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <Text id={`${id}-hint`} tone="dim" size={12} leading={18}>
            {hint}
          </Text>
        )}
      </Stack>
    </div>
  );
}
