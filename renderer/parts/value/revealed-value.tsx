import { useMemo } from 'react';
import type { ClipboardEvent } from 'react';
import { classes } from '../../ui/classes.ts';
import { LongText } from '../../ui/long-text.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { useSecretCopy } from '../../ui/secret-copy.ts';
import { valueTextOf } from './value-text.ts';
import css from './value.module.css';

export interface RevealedValueProps {
  readonly name: string;
  readonly rawJson: string;
  /** Copies the whole value through main. */
  readonly onCopy: () => void;
  /** Copies a selection through main. */
  readonly onCopyPart: (selected: string) => void;
}

/**
 * A revealed value with invisible characters marked. Copying goes through main, which clears the clipboard later;
 * dragging it out is blocked, because it could not be undone.
 */
export function RevealedValue({ name, rawJson, onCopy, onCopyPart }: RevealedValueProps) {
  const { mode, text } = useMemo(() => valueTextOf(rawJson), [rawJson]);
  const copy = useSecretCopy(onCopyPart);
  const block = text.includes('\n') || text.length > 400;
  const handlers = {
    ...copy,
    onCopy: (event: ClipboardEvent): void => {
      // Without a selection, Ctrl+C on a focused value copies it whole.
      if (document.getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        onCopy();
      } else copy.onCopy(event);
    },
  };
  const words =
    mode === 'string' && text === '' ? (
      <span className={css['nothing']}>empty</span>
    ) : (
      <MarkedText text={text} spaces={mode === 'string' ? 'edges' : 'none'} />
    );
  return block ? (
    <LongText
      className={classes(css['value'], css['block'])}
      aria-label={`Value of ${name}`}
      draggable={false}
      {...handlers}
    >
      {words}
    </LongText>
  ) : (
    <span className={css['value']} data-mono data-selectable draggable={false} {...handlers}>
      {words}
    </span>
  );
}
