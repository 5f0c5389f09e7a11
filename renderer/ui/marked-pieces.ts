/** Pieces of a text with their marks. Written without JSX, which is compiled to what draws them (`marked-jsx`). */
import { createElement } from 'react';
import type { ReactNode } from 'react';
import type { TextPiece } from './character-marks.ts';
import css from './marked-text.module.css';

/** Pieces of a text, with their marks. */
export function MarkedPieces({ pieces }: { readonly pieces: readonly TextPiece[] }): readonly ReactNode[] {
  return pieces.map(({ text, glyph, name }, key) =>
    glyph === undefined
      ? text
      : createElement(
          'span',
          {
            ...{ key, role: 'img', 'aria-label': name, title: name },
            ...{ 'data-glyph': glyph, className: css['mark'] },
          },
          text,
        ),
  );
}
