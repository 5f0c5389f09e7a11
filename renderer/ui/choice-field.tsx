/** A choice from a list as a field. Apart from the others: its list needs a library that the first screen does without. */
import { bound, lookOf, textIn, type Field, type Look } from './fields.tsx';
import { SelectField, type SelectFieldProps, type SelectOption } from './select-field.tsx';

type ChoiceLook = Omit<SelectFieldProps, 'label' | 'value' | 'options' | 'onValue'>;

/** A choice of one option. */
export function choice<D, K extends keyof D & string = keyof D & string>(
  key: K,
  label: string,
  options: readonly (SelectOption & { readonly value: D[K] })[],
  look?: Look<ChoiceLook>,
): Field<D> {
  return bound<D>(key, (value, put, error) => (
    <SelectField
      error={error}
      {...lookOf(look)}
      label={label}
      value={textIn(value)}
      options={options}
      onValue={put}
    />
  ));
}
