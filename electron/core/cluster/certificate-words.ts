/** Remaining time of a certificate, in words, for verdicts and notices. */
import { counted } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats `expires in 3 days`; negative days: it has expired. */
export function certificateEndWords(days: number): string {
  if (days < 0) return 'has expired';
  return days === 0 ? 'expires today' : `expires in ${counted(days, 'day')}`;
}

/** Formats `expired on 20 Nov 2026` for an error about an expired certificate; undefined for any other. */
export function expiredAt(problem: AppError | undefined): string | undefined {
  if (problem?.kind !== 'tls' || problem.reason !== 'expired') return undefined;
  const ends = (problem.chain ?? []).map(({ validTo }) => Date.parse(validTo));
  return ends.length === 0 ? 'has expired' : `expired on ${day.format(Math.min(...ends))}`;
}
