import { useId } from 'react';
import { classes } from './classes.ts';
import field from './field.module.css';
import { describedBy, FieldFrame } from './text-field.tsx';
import type { FieldFrameProps } from './text-field.tsx';

export interface MultilineFieldProps extends FieldFrameProps {
  readonly text: string;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly onText: (text: string) => void;
}

/** A multi-line text with its label, hint and error. */
export function MultilineField({ text, placeholder, mono = false, onText, ...frame }: MultilineFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...frame} holds={text}>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        {...describedBy(id, frame.hint, frame.error)}
        className={classes(field['input'], mono && field['mono'])}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </FieldFrame>
  );
}
