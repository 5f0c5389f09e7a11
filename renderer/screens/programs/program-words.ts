/** Words for requests of programs. Pure. */
import type { PastRequest, ProgramOutcome } from '../../../shared/vault/programs.ts';

export const outcomeWords: Readonly<Record<ProgramOutcome, string>> = {
  given: 'Given',
  'granted-before': 'Given by a grant',
  denied: 'Denied',
  locked: 'Locked',
  'no-connection': 'Not connected',
  'not-found': 'Not found',
  unreachable: 'Unreachable',
  'not-permitted': 'Not permitted',
  busy: 'Busy',
  'invalid-reference': 'Invalid reference',
  'unfit-value': 'Value does not fit',
  changed: 'Program changed',
  usage: 'Wrong usage',
  'no-app': 'Not running',
  failed: 'Failed',
};

/** True if values went to the program. */
export function isGiven(outcome: ProgramOutcome): boolean {
  return outcome === 'given' || outcome === 'granted-before';
}

/** A request with a key of its own: many can end in the same millisecond. */
export interface NumberedRequest extends PastRequest {
  readonly id: string;
}

/** Numbers requests (newest first) among those of the same time, so that a newer one renames none. */
export function numbered(requests: readonly PastRequest[]): readonly NumberedRequest[] {
  const seen = new Map<string, number>();
  return requests
    .toReversed()
    .map((request) => {
      const number = (seen.get(request.at) ?? 0) + 1;
      seen.set(request.at, number);
      return { ...request, id: `${request.at} ${String(number)}` };
    })
    .reverse();
}
