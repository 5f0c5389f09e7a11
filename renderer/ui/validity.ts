/** Validity of a certificate in words. */
import { relativeTime } from '../../shared/vault/relative-time.ts';

const day = 86_400_000;

/** Milliseconds before its end from which a certificate needs a warning. */
const soonMs = 30 * day;

export interface Validity {
  readonly tone: 'ok' | 'warn' | 'danger';
  readonly words: string;
}

/** Validity of a certificate at `nowMs`: remaining time and severity. Dates: ISO 8601. */
export function validityOf(
  dates: { readonly validFrom: string; readonly validTo: string },
  nowMs: number,
): Validity {
  const from = Date.parse(dates.validFrom);
  const to = Date.parse(dates.validTo);
  if (Number.isNaN(to)) return { tone: 'warn', words: `until ${dates.validTo}` };
  const when = (atMs: number): string => relativeTime(atMs, nowMs);
  const isFar = (atMs: number): boolean => Math.abs(atMs - nowMs) >= soonMs;
  if (to < nowMs) return { tone: 'danger', words: `expired ${isFar(to) ? 'on ' : ''}${when(to)}` };
  if (from > nowMs)
    return { tone: 'danger', words: `not valid yet, only ${isFar(from) ? 'from ' : ''}${when(from)}` };
  if (!isFar(to)) return { tone: 'warn', words: `expires ${when(to)}` };
  return { tone: 'ok', words: `until ${when(to)}` };
}
