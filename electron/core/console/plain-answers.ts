/**
 * Responses that contain only facts and names and are shown unmasked; credentials in them still cross as references.
 * The values of all other responses are masked until they are revealed.
 */
import type { ConsoleMethod } from '../../../shared/vault/console.ts';

const facts = new RegExp(
  `^sys/(?:${[
    'seal-status',
    'leader',
    'ha-status',
    'health',
    'init',
    'host-info',
    'key-status',
    'version-history',
    'rekey(?:-recovery-key)?/init',
    'generate-root(?:-token)?/attempt',
    'rotate/(?:root|recovery|keyring)/(?:init|config)',
    'mounts',
    'auth',
    'policy',
    'policies/acl',
    'capabilities(?:-self|-accessor)?',
    'leases/(?:lookup|count)',
    'wrapping/lookup',
    'plugins/catalog',
    'storage/raft/(?:configuration|autopilot)',
    'internal/(?:ui|counters)',
  ].join('|')})(?:/|$)|^auth/token/(?:lookup|renew)(?:-self|-accessor)?$`,
);

/** True if the response is shown unmasked. */
export function isPlain(method: ConsoleMethod, path: string): boolean {
  return method === 'LIST' || facts.test(path.replace(/^\/+|(?<!\/)\/+$/g, ''));
}
