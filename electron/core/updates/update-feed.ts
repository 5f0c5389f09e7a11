/** Address that names new versions, and the user's consent to contact it. */
import { createFeedContact } from '../gates/feed-contact.ts';
import type { ConfirmedFeed, FeedContact } from '../gates/feed-contact.ts';
import type { Ask, Platform } from '../platform.ts';
import type { UpdateFile } from './record.ts';
import { unconfirmed } from './refusals.ts';

export interface UpdateFeed {
  /** Address chosen by the user, or that of the build; empty: neither. */
  readonly address: () => string;
  readonly contact: FeedContact;
  /** Proof of the consent to that address. Throws `conflict` without it. */
  readonly confirmed: () => ConfirmedFeed;
}

/** Makes the feed of this run; it contacts nothing. */
export function createUpdateFeed(
  { updates, app, environment }: Pick<Platform, 'updates' | 'app' | 'environment'>,
  ask: Ask,
  file: UpdateFile,
): UpdateFeed {
  const { built } = updates;
  const address = (): string => file.value().feed || built.feed;
  const contact = createFeedContact({
    ask,
    environment,
    // They belong to the publisher of this build, and so not to an address that the user typed.
    redirectsOf: (one) => (one === built.feed ? built.hosts : []),
    testElectron: app.testElectron,
    testElectronAllowed: app.testElectronAllowed,
    remembered: {
      get: () => file.value().confirmed,
      set: (confirmed) => file.save({ ...file.value(), confirmed }),
    },
  });

  return {
    address,
    contact,
    confirmed: () => {
      const place = contact.confirmed(address());
      if (place !== undefined) return place;
      throw unconfirmed();
    },
  };
}
