import { useMemo } from 'react';
import { markedPieces, type SpaceMarks, type TextPiece } from './character-marks.ts';
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
