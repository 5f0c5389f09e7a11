/** Rate and remaining time of long work, in words. */
import { grouped } from '../../../shared/vault/counted.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';

/** `412 a second · 12 s to go`; empty while unknown. */
export function paceWords(
  { done, total, startedMs }: { readonly done: number; readonly total: number; readonly startedMs: number },
  nowMs: number,
): string {
  const seconds = (nowMs - startedMs) / 1000;
  if (seconds < 1 || done === 0) return '';
  const rate = done / seconds;
  const perSecond = rate >= 10 ? grouped(Math.round(rate)) : rate.toFixed(1);
  return `${perSecond} a second · ${timeSpan(Math.ceil((total - done) / rate) * 1000)} to go`;
}
