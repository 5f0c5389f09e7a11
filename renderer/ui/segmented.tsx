import { classes } from './classes.ts';
import css from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  readonly className?: string | undefined;
}

/** Choice of a few options, side by side. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onValue, className } = props;
  return (
    <div role="group" aria-label={label} className={classes(css['all'], className)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css['one']}
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
