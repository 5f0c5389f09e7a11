/** Errors and words for updates that cannot continue. */
import { unsavedWork } from '../../../shared/vault/counted.ts';
import type { FoundUpdate } from '../../../shared/ipc/contract/updates.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Losses, Packaging } from '../platform.ts';
import type { Release, ReleaseFile } from './release.ts';

/** A build that cannot verify. */
export const withoutKey: Packaging = {
  way: 'by-hand',
  why: 'This build has no key to verify releases, so it does not update itself.',
};

/** Facts about a release for the user. */
export function factsOf({ version, released, notes }: Release, { sizeBytes }: ReleaseFile): FoundUpdate {
  return { version, released, notes, sizeBytes };
}

/** Throws `conflict` if quitting the app would lose unsaved work. */
export function refuseWaiting(losses: Losses): void {
  const waiting = unsavedWork(losses);
  if (waiting === '') return;
  throw new AppFailure({
    kind: 'conflict',
    message: `Not now: ${waiting} would be lost.`,
    hint: 'Save or discard first, then install.',
  });
}

/** No address is set. */
export function noFeed(): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'address',
    message: 'No address for new versions is set.',
    hint: 'Ask the one who gave you Strongroom for it.',
  });
}

/** The user declined. */
export function notAgreed(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was installed.' });
}

/** The address, or the route to it, is not the confirmed one. */
export function unconfirmed(): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message: 'The way to the update address has changed, so nothing was contacted.',
    hint: 'Check for updates by hand to confirm it.',
  });
}
