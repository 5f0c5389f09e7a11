import { TriangleAlert } from 'lucide-react';
import { grouped } from '../../shared/vault/counted.ts';
import type { overlooked } from './character-marks.ts';
import { Icon } from './icon.tsx';
import { MarkedPieces } from './marked-pieces.ts';
import css from './overlooked-list.module.css';

export interface OverlookedListProps extends ReturnType<typeof overlooked> {
  /** True for a text of several lines. */
  readonly lines: boolean;
}

/** Invisible characters in a field's text, which servers compare: named and shown in context. */
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
      {more > 0 && <li>and {grouped(more)} more such places</li>}
    </ul>
  );
}
