/** Masks ids, times and credentials, which differ by nature between two runs. */

/** Fields with a new value for every request, at any depth. */
const fresh: ReadonlySet<string> = new Set([
  'request_id',
  'lease_id',
  'accessor',
  'client_token',
  'wrapped_accessor',
  'token',
  'id',
  'creation_time',
  'created_time',
  'updated_time',
  'deletion_time',
  'issue_time',
  'expire_time',
  'last_renewal',
  'last_renewal_time',
  'install_time',
  'encryptions',
  'nonce',
  'entity_id',
  'otp',
  'secret_id',
  'secret_id_accessor',
  'raft_committed_index',
  'raft_applied_index',
]);

/** Seconds that count down while the clients take turns. */
const running: ReadonlySet<string> = new Set(['ttl', 'lease_duration', 'creation_ttl']);

/** A copy with variable values replaced by their kind. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (fresh.has(key)) return [key, kindOf(member)];
    if (key === 'warnings' && Array.isArray(member)) return [key, member.map(withoutSeconds)];
    if (running.has(key) && typeof member === 'number') return [key, roughly(member)];
    return [key, masked(member)];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function kindOf(value: unknown): string {
  if (value === null) return '(null)';
  if (value === '') return '(empty)';
  return `(some ${typeof value})`;
}

/** A warning states a token's remaining lifetime. */
function withoutSeconds(warning: unknown): unknown {
  return typeof warning === 'string' ? warning.replace(/"(?:\d+[hms])+"/g, '"(some time)"') : warning;
}

/** Equal for two look-ups a few seconds apart. */
function roughly(seconds: number): string {
  return seconds === 0 ? '0 s' : `about ${Math.round(seconds / 60)} min`;
}
