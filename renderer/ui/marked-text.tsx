import { useMemo } from 'react';
import { isFromRightToLeft, isPlainName, markedPieces, type SpaceMarks } from './character-marks.ts';
import { MarkedPieces } from './marked-pieces.ts';
import css from './marked-text.module.css';

export interface MarkedTextProps {
  readonly text: string;
  readonly spaces?: SpaceMarks;
}

/** Text with marks for invisible characters. A selection contains the characters, not the marks. */
export function MarkedText({ text, spaces = 'edges' }: MarkedTextProps) {
  const pieces = useMemo(() => markedPieces(text, spaces), [text, spaces]);
  const marked = <MarkedPieces pieces={pieces} />;
  return isFromRightToLeft(text) ? <bdi>{marked}</bdi> : marked;
}

/**
 * An untrusted name from a server, in one line: characters that are invisible, break the line or change the text
 * direction are marked.
 */
export function NameText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => (isPlainName(text) ? [] : markedPieces(text, 'name')), [text]);
  // Returned as JSX, which isolates the direction.
  if (!pieces.some(({ glyph }) => glyph !== undefined)) return <>{text}</>;
  return (
    <span className={css['name']}>
      <MarkedPieces pieces={pieces} />
    </span>
  );
}
