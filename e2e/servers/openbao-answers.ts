import { jsonAnswer } from './forwarding.ts';
import type { HeldAnswer } from './forwarding.ts';

const VERSION = '2.6.2';

/** Fields that Vault has and OpenBao has not, by path. */
const VAULT_ONLY: Readonly<Record<string, readonly string[]>> = {
  '/v1/sys/health': [
    'enterprise',
    'performance_standby',
    'echo_duration_ms',
    'clock_skew_ms',
    'replication_primary_canary_age_ms',
    'removed_from_cluster',
    'ha_connection_healthy',
    'last_request_forwarding_heartbeat_ms',
  ],
  '/v1/sys/leader': ['performance_standby', 'performance_standby_last_remote_wal'],
  '/v1/sys/seal-status': ['build_date'],
};

/** The answer as OpenBao words it. Entries are not parsed on the way: their numbers must stay exact. */
export function renamed(path: string, held: HeldAnswer): HeldAnswer {
  if (!(path in VAULT_ONLY)) {
    const text = held.body.toString('utf8').replace(/,"mount_type":"[^"]*"\}\s*$/, '}');
    return { ...held, body: Buffer.from(text) };
  }
  const object = jsonObject(held);
  if (!object) return held;
  const gone = VAULT_ONLY[path] ?? [];
  const kept = Object.fromEntries(Object.entries(object).filter(([field]) => !gone.includes(field)));
  if ('version' in kept) kept['version'] = VERSION;
  if (path === '/v1/sys/seal-status') kept['commit_date'] = '2026-05-04T09:00:00Z';
  return { ...jsonAnswer(held.status, kept), headers: held.headers };
}

/** The body as a JSON object, or undefined. */
export function jsonObject(held: HeldAnswer): Record<string, unknown> | undefined {
  const text = held.body.toString('utf8');
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : undefined;
}

/** How many strings a JSON text holds, keys and values counted together. */
export function countJsonStrings(text: string): number {
  return text.match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0;
}
