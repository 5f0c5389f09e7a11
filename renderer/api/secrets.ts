/** Credentials held by main and known to screens by reference. */
import { call } from './client.ts';

/** Drops a credential that is no longer needed. */
export async function dismissSecret(secretRef: string): Promise<void> {
  await call('secret.dismiss', { secretRef });
}

/** Drops a credential without waiting. */
export function forgetSecret(secretRef: string): void {
  // A closed or locked session has lost it already, and main drops the rest with the session.
  dismissSecret(secretRef).catch(() => undefined);
}
