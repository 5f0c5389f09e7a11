import { useMemo } from 'react';
import { isFromRightToLeft, isPlainName, markedPieces, type SpaceMarks } from './character-marks.ts';
import { MarkedPieces } from './marked-pieces.ts';
import css from './marked-text.module.css';

export interface MarkedTextProps {
  readonly text: string;
  readonly spaces?: SpaceMarks;
}

/** A text with marks in place of what would not be seen. Selecting it selects the characters, not the marks. */
export function MarkedText({ text, spaces = 'edges' }: MarkedTextProps) {
  const pieces = useMemo(() => markedPieces(text, spaces), [text, spaces]);
  const marked = <MarkedPieces pieces={pieces} />;
  return isFromRightToLeft(text) ? <bdi>{marked}</bdi> : marked;
}

/**
 * A name as somebody else's server tells it, in one line: what would not be seen, would break the line or turn the
 * direction of writing has a mark in its place.
 */
export function NameText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => (isPlainName(text) ? [] : markedPieces(text, 'name')), [text]);
  // In JSX again, which sees to the direction.
  if (!pieces.some(({ glyph }) => glyph !== undefined)) return <>{text}</>;
  return (
    <span className={css['name']}>
      <MarkedPieces pieces={pieces} />
    </span>
  );
}
