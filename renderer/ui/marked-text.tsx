import { useMemo } from 'react';
import { isPlainName, markedPieces, type SpaceMarks, type TextPiece } from './character-marks.ts';
import css from './marked-text.module.css';

export interface MarkedTextProps {
  readonly text: string;
  readonly spaces?: SpaceMarks;
}

/** A text with marks in place of what would not be seen. Selecting it selects the characters, not the marks. */
export function MarkedText({ text, spaces = 'edges' }: MarkedTextProps) {
  const pieces = useMemo(() => markedPieces(text, spaces), [text, spaces]);
  return <MarkedPieces pieces={pieces} />;
}

/**
 * A name as somebody else's server tells it, in one line: what would not be seen, would break the line or turn the
 * direction of writing has a mark in its place.
 */
export function NameText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => (isPlainName(text) ? [] : markedPieces(text, 'name')), [text]);
  if (!pieces.some(({ glyph }) => glyph !== undefined)) return text;
  return (
    <span className={css['name']}>
      <MarkedPieces pieces={pieces} />
    </span>
  );
}

/** Pieces of a text, with their marks. */
export function MarkedPieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) =>
    piece.glyph === undefined ? (
      piece.text
    ) : (
      <span
        key={index}
        role="img"
        aria-label={piece.name}
        title={piece.name}
        data-glyph={piece.glyph}
        className={css['mark']}
      >
        {piece.text}
      </span>
    ),
  );
}
