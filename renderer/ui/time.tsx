import { useCallback } from 'react';
import { exactUtc, relativeTime, relativeTimeHolds } from '../../shared/vault/relative-time.ts';
import { Text } from './layout.tsx';
import { useNow } from './now.ts';
import { Tooltip } from './tooltip.tsx';

interface RelativeTimeProps {
  /** ISO 8601; unparsable text is shown unchanged. */
  readonly iso: string;
  /** Milliseconds by which the clock that set it is ahead of this machine's. */
  readonly aheadMs?: number;
}

/** A time relative to now, with the exact UTC time in a tooltip. */
export function RelativeTime({ iso, aheadMs = 0 }: RelativeTimeProps) {
  const atMs = Date.parse(iso) - aheadMs;
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
      {/* The static first screen can be a second older. */}
      <Text as="time" suppressHydrationWarning dateTime={iso} numbers nowrap>
        {words}
      </Text>
    </Tooltip>
  );
}
