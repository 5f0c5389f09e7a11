/** Credentials held by main and known to screens by reference. */
import { vault } from './client.ts';

/** Drops a credential without waiting. */
export function forgetSecret(secretRef: string): void {
  // A closed or locked session has lost it already, and main drops the rest with the session.
  vault.secret.dismiss({ secretRef }).catch(() => undefined);
}
