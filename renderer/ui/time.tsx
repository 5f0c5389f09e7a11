import { useCallback } from 'react';
import { useNow } from './now.ts';
import { exactUtc, relativeTime, relativeTimeHolds } from './relative-time.ts';
import css from './time.module.css';
import { Tooltip } from './tooltip.tsx';

/** A time relative to now, with the exact UTC in a tooltip. `iso`: ISO 8601; what cannot be read is shown as it is. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const atMs = Date.parse(iso);
  const read = useCallback(
    (nowMs: number) => (Number.isNaN(atMs) ? iso : relativeTime(atMs, nowMs)),
    [atMs, iso],
  );
  const holds = useCallback(
    (nowMs: number) => (Number.isNaN(atMs) ? Infinity : relativeTimeHolds(atMs, nowMs)),
    [atMs],
  );
  const words = useNow(read, holds);
  return (
    <Tooltip text={exactUtc(iso)}>
      <time dateTime={iso} className={css['time']}>
        {words}
      </time>
    </Tooltip>
  );
}
