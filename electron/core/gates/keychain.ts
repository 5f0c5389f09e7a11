/**
 * The keychain gives a token to any program of the account, a broken page included. Without this gate a call alone
 * would lift the lock. So every token that leaves the keychain takes the user's click in the secure prompt, which
 * shows its destination (`Agreement`), and the system's own authentication if Electron offers it: Touch ID on macOS.
 * Windows Hello and polkit are not offered to Electron apps; there the click has to do.
 */
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import { Agreement } from '../credentials/agreement.ts';
import type { Ask } from '../platform.ts';

/**
 * Asks to send the kept token to a place, listing what has changed there since last time. Rejects with `cancelled`.
 */
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
