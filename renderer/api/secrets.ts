/** Credentials that main holds and a screen knows by reference. */
import { call } from './client.ts';

/** Drops a credential that is not needed any more. */
export async function dismissSecret(secretRef: string): Promise<void> {
  await call('secret.dismiss', { secretRef });
}

/** The same, not waited for. */
export function forgetSecret(secretRef: string): void {
  // Whose session is closed or locked has lost it already, and main drops the rest with it.
  dismissSecret(secretRef).catch(() => undefined);
}
