import { TriangleAlert } from 'lucide-react';
import type { overlooked } from './character-marks.ts';
import { Icon } from './icon.tsx';
import { MarkedPieces } from './marked-pieces.ts';
import css from './overlooked-list.module.css';

export interface OverlookedListProps extends ReturnType<typeof overlooked> {
  /** The text has several. */
  readonly lines: boolean;
}

/** What of a text in a field nobody sees and every server compares: named, and drawn where it stands. */
export function OverlookedList({ found, more, lines }: OverlookedListProps) {
  if (found.length === 0) return null;
  return (
    <ul className={css['list']} aria-label="Easily overlooked" data-overlooked>
      {found.map((one, index) => (
        <li key={index}>
          <Icon of={TriangleAlert} size={13} />
          <span>
            {one.name}
            {lines && `, line ${String(one.line)}`}{' '}
            <span className={css['excerpt']} data-mono aria-hidden="true">
              <MarkedPieces pieces={one.around} />
            </span>
          </span>
        </li>
      ))}
      {more > 0 && <li>and {more.toLocaleString('en-GB')} more such places</li>}
    </ul>
  );
}
