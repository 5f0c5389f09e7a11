import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { classes } from './classes.ts';
import css from './masked-field.module.css';
import field from './field.module.css';
import { IconButton } from './icon-button.tsx';
import { FieldFrame } from './text-field.tsx';

export interface MaskedFieldProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
}

/** A text that is dots until somebody asks to see it: not a credential of ours, but not for onlookers either. */
export function MaskedField({ label, labelHidden, value, onValue, placeholder }: MaskedFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} labelHidden={labelHidden}>
      <div className={css['masked']}>
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          className={classes(field['input'], field['mono'], css['input'])}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            onValue(event.target.value);
          }}
        />
        <IconButton
          small
          icon={shown ? EyeOff : Eye}
          label={`Show ${lowerFirst(label)}`}
          aria-pressed={shown}
          className={css['toggle']}
          onClick={() => {
            setShown(!shown);
          }}
        />
      </div>
    </FieldFrame>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
