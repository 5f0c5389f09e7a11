import { useId } from 'react';
import { profileColours } from '../../../shared/vault/connection.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';
import css from './colour-field.module.css';

const names: Readonly<Record<ProfileColour, string>> = {
  red: 'Red',
  amber: 'Amber',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  grey: 'Grey',
};

export interface ColourFieldProps {
  readonly value: ProfileColour;
  readonly onValue: (colour: ProfileColour) => void;
}

/** The colour of a connection's badge. */
export function ColourField({ value, onValue }: ColourFieldProps) {
  const group = useId();
  return (
    <fieldset className={css['colours']}>
      <legend className={css['legend']}>Colour</legend>
      <div className={css['swatches']}>
        {profileColours.map((colour) => (
          <input
            key={colour}
            type="radio"
            name={group}
            aria-label={names[colour]}
            className={css['swatch']}
            data-colour={colour}
            checked={colour === value}
            onChange={() => onValue(colour)}
          />
        ))}
      </div>
    </fieldset>
  );
}
