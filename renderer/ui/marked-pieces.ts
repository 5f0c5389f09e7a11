/** Renders text pieces with marks. Written without JSX, because the JSX runtime itself uses it (`marked-jsx`). */
import { createElement } from 'react';
import type { ReactNode } from 'react';
import type { TextPiece } from './character-marks.ts';
import css from './marked-text.module.css';

/** Text pieces with their marks. */
export function MarkedPieces({ pieces }: { readonly pieces: readonly TextPiece[] }): readonly ReactNode[] {
  return pieces.map(({ text, glyph, name }, key) =>
    glyph === undefined
      ? text
      : createElement(
          'span',
          { key, role: 'img', 'aria-label': name, title: name, 'data-glyph': glyph, className: css['mark'] },
          text,
        ),
  );
}
