/** Names of the counts of a cluster. */
import type { AppError } from '../../../shared/ipc/result.ts';

export type CountName = 'audit' | 'leases' | 'tokens';

export const countNames: Readonly<Record<CountName, string>> = {
  audit: 'Audit',
  leases: 'Leases',
  tokens: 'Tokens',
};

/** The reason a count is missing. */
export interface Refusal {
  readonly name: CountName;
  readonly error: AppError;
}
