/** What two clients got from two runs is compared with ids, times and credentials masked: they differ by nature. */

/** Fields whose value is new with every request, wherever they stand. */
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

/** Seconds that run while the two clients take their turns. */
const running: ReadonlySet<string> = new Set(['ttl', 'lease_duration', 'creation_ttl']);

/** A copy in which what must differ is told by its kind only. */
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

/** A warning names what is left of a token's life. */
function withoutSeconds(warning: unknown): unknown {
  return typeof warning === 'string' ? warning.replace(/"(?:\d+[hms])+"/g, '"(some time)"') : warning;
}

/** Two look-ups a few seconds apart still say the same. */
function roughly(seconds: number): string {
  return seconds === 0 ? '0 s' : `about ${Math.round(seconds / 60)} min`;
}
