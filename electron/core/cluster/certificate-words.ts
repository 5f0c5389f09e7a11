/** How near a certificate is to its end, in words, for verdicts and notices. */
import type { AppError } from '../../../shared/ipc/result.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `expires in 3 days`; negative days: it has expired. */
export function certificateEndWords(days: number): string {
  if (days < 0) return 'has expired';
  return days === 0 ? 'expires today' : `expires in ${String(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** `expired on 20 Nov 2026` of a failure that an expired certificate was; undefined for any other. */
export function expiredAt(problem: AppError | undefined): string | undefined {
  if (problem?.kind !== 'tls' || problem.reason !== 'expired') return undefined;
  const ends = (problem.chain ?? []).map(({ validTo }) => Date.parse(validTo));
  return ends.length === 0 ? 'has expired' : `expired on ${day.format(Math.min(...ends))}`;
}
