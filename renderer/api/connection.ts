/** Calls made before a session exists: environment, connection check, files. */
import type { CheckStep } from '../../shared/vault/connection.ts';
import { on, query } from './client.ts';

/** Listens for each finished step of the running check; the returned function unsubscribes. */
export function onCheckStep(listener: (step: CheckStep) => void): () => void {
  return on('connection.stepped', listener);
}

/** Proxy the environment names for a server; main reads variables only, without DNS or requests. */
export function environmentProxyQuery(address: string) {
  return query(
    'connection.environmentProxy',
    { address },
    {
      enabled: URL.canParse(address), // Each typed letter makes another key.
      gcTime: 0,
    },
  );
}
