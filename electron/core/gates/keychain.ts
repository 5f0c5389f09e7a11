/**
 * The keychain gives a token to whoever works under the account, and a broken page is somebody who does. Without this a
 * call alone would lift the lock. So every token that leaves the keychain takes a person's click in the trusted view, beside
 * the place where it goes (`Agreement`), and the system's own authentication where Electron offers it: Touch ID on macOS.
 * Windows Hello and polkit are not offered to Electron apps; there the click is all.
 */
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import { Agreement } from '../credentials/agreement.ts';
import type { Ask } from '../platform.ts';

/** Asks whether the kept token may be sent to a place; what is not as it was last time stands beside it. Rejects with `cancelled`. */
export function agreeToKeychainToken(
  ask: Ask,
  destination: DestinationFacts,
  signal?: AbortSignal,
): Promise<Agreement> {
  return Agreement.ask(
    ask,
    {
      kind: 'confirm-token',
      title: `Unlock ${destination.name} with the token kept in the keychain?`,
      destination,
      tokenFrom: 'the operating system’s keychain',
    },
    'Nothing was sent.',
    signal,
  );
}
