/** Remaining time of a certificate, in words, for verdicts and notices. */
import { counted } from '../../../shared/vault/counted.ts';
import { utcDate } from '../../../shared/vault/relative-time.ts';
import type { AppError } from '../../../shared/ipc/result.ts';

/** Formats `expires in 3 days`; negative days: it has expired. */
export function certificateEndWords(days: number): string {
  if (days < 0) return 'has expired';
  return days === 0 ? 'expires today' : `expires in ${counted(days, 'day')}`;
}

/** Formats `expired on 2026-11-20` for an error about an expired certificate; undefined for any other. */
export function expiredAt(problem: AppError | undefined): string | undefined {
  if (problem?.kind !== 'tls' || problem.reason !== 'expired') return undefined;
  const [first] = (problem.chain ?? []).map(({ validTo }) => validTo).sort();
  return first === undefined ? 'has expired' : `expired on ${utcDate(first)}`;
}
