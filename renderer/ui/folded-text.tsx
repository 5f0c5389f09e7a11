import { useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import css from './folded-text.module.css';
import { Row } from './layout.tsx';

/** Text of any length on one line; a press unfolds it if it is cut off. */
export function FoldedText({ text }: { readonly text: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = line.current;
    if (element === null || open || typeof ResizeObserver === 'undefined') return undefined;
    const look = (): void => setCut(element.scrollWidth > element.clientWidth);
    // The observer calls it once at its start.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, text]);
  return (
    <Row as="span" gap={6} align="baseline" shrinks className={classes(open && css['open'])}>
      <span ref={line} className={css['text']} data-selectable>
        {text}
      </span>
      {(cut || open) && (
        <button type="button" className={css['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
        </button>
      )}
    </Row>
  );
}
