import css from './wrapping.module.css';

export interface ModesProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onValue: (value: T) => void;
}

/** One of a few, side by side. */
export function Modes<T extends string>({ label, options, value, onValue }: ModesProps<T>) {
  return (
    <div role="group" aria-label={label} className={css['modes']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css['mode']}
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
