import { useMemo } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';
import { classes } from '../../ui/classes.ts';
import { valueTextOf } from './draft.ts';
import css from './key-table.module.css';

export interface RevealedValueProps {
  readonly name: string;
  readonly rawJson: string;
  readonly onCopy: () => void;
}

/**
 * A value in the clear. Copying a selection of it copies the whole value through main, which clears the clipboard later;
 * dragging it out is refused, because nothing could take that back.
 */
export function RevealedValue({ name, rawJson, onCopy }: RevealedValueProps) {
  const { mode, text } = useMemo(() => valueTextOf(rawJson), [rawJson]);
  const block = text.includes('\n') || text.length > 400;
  const copy = (event: ClipboardEvent): void => {
    event.preventDefault();
    onCopy();
  };
  const refuse = (event: DragEvent): void => {
    event.preventDefault();
  };
  const handlers = { onCopy: copy, onCut: copy, onDragStart: refuse };
  const words = mode === 'string' && text === '' ? <span className={css['nothing']}>empty</span> : text;
  return block ? (
    <pre
      className={classes(css['value'], css['block'])}
      tabIndex={0}
      aria-label={`Value of ${name}`}
      draggable={false}
      {...handlers}
    >
      {words}
    </pre>
  ) : (
    <span className={css['value']} data-mono data-selectable draggable={false} {...handlers}>
      {words}
    </span>
  );
}
