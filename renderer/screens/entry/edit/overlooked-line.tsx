import { TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { overlooked } from '../../../ui/character-marks.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MarkedPieces } from '../../../ui/marked-text.tsx';
import type { ValueText } from '../../../parts/value/value-text.ts';
import css from './edit-table.module.css';

/** What of a text in an editor nobody sees and every server compares: named, and drawn where it stands. */
export function OverlookedLine({ value }: { readonly value: ValueText }) {
  const settled = useDeferredValue(value);
  const { found, more } = useMemo(() => worthSaying(settled), [settled]);
  if (found.length === 0) return null;
  const lines = settled.text.includes('\n');
  return (
    <ul className={css['overlooked']} aria-label="Easily overlooked">
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

function worthSaying({ mode, text }: ValueText): ReturnType<typeof overlooked> {
  // Around a JSON value white space means nothing.
  if (mode === 'json') return overlooked(text, 'none');
  // A text of several lines ends in a line break by custom.
  const customary = /\n[^\n]*\S\n$/.test(text);
  return overlooked(customary ? text.slice(0, -1) : text, 'edges');
}
