import { useEffect, useState } from 'react';
import { Stack } from './layout.tsx';
import { rowVariable, type RowKind } from './row-heights.ts';
import css from './skeleton.module.css';

/** True once `active` has been true for `delayMs` (default 150), so that quick work never flashes a skeleton. */
export function useDelayed(active: boolean, delayMs = 150): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, delayMs]);
  return active && due;
}

const widths = [58, 74, 46, 66, 52, 80, 40, 62];

/** Placeholder rows of the final height. Empty for the first 150 ms. */
export function Skeleton({
  rows = 6,
  rowHeight = 28,
}: {
  readonly rows?: number;
  /** Row kind, or height in pixels. */
  readonly rowHeight?: RowKind | number;
}) {
  const due = useDelayed(true);
  const height = typeof rowHeight === 'number' ? rowHeight : `var(${rowVariable(rowHeight)})`;
  return (
    <Stack role="status" aria-label="Loading">
      {due &&
        Array.from({ length: rows }, (_, index) => (
          <span key={index} className={css['row']} style={{ height }}>
            <span className={css['bar']} style={{ width: `${String(widths[index % widths.length])}%` }} />
          </span>
        ))}
    </Stack>
  );
}
