/** Rate and remaining time of long work, in words. */
import { grouped } from '../../../shared/vault/counted.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';

/** `412 a second · 12s to go`; empty while unknown. */
export function paceWords(
  { done, total, startedMs }: { readonly done: number; readonly total: number; readonly startedMs: number },
  nowMs: number,
): string {
  const seconds = (nowMs - startedMs) / 1000;
  if (seconds < 1 || done === 0) return '';
  const rate = done / seconds;
  const perSecond = rate >= 10 ? grouped(Math.round(rate)) : rate.toFixed(1);
  const left = Math.ceil((total - done) / rate);
  return `${perSecond} a second · ${formatDuration(left)} to go`;
}
