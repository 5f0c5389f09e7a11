/** Errors of a row whose entries are not as its plan or its run has them. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { fullPath } from './plans.ts';
import type { Spot } from './plans.ts';

const conflict =
  (message: (path: string) => string) =>
  (spot: Spot): AppFailure =>
    new AppFailure({ kind: 'conflict', message: message(fullPath(spot)) });

/** The entry was changed behind the plan. */
export const changed = conflict((path) => `“${path}” has changed since the plan was made.`);

/** The destination was free when the plan was made. */
export const taken = conflict((path) => `There is another entry at “${path}” by now. It was left as it is.`);

/** The read after a change finds something else than was sent. */
export const differs = conflict((path) => `“${path}” is not as this run left it.`);

/** The source of a move went between the copy and its removal. */
export const gone = conflict(
  (path) => `“${path}” was moved or removed by someone else. The copy made here still stands.`,
);
