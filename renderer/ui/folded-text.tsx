import { useState } from 'react';
import { classes } from './classes.ts';
import css from './folded-text.module.css';

/** Shorter texts stand on one line in the narrowest place. */
const SHORT = 60;

/** A text of any length on one line, unfolded by a press. */
export function FoldedText({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  if (text.length <= SHORT && !text.includes('\n')) return <span data-selectable>{text}</span>;
  return (
    <span className={classes(css['folded'], open && css['open'])}>
      <span className={css['text']} data-selectable>
        {text}
      </span>
      <button
        type="button"
        className={css['more']}
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {open ? 'Less' : 'More'}
      </button>
    </span>
  );
}
