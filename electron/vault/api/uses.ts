/**
 * Cost of a request for a token with `num_uses`: one use, granted or refused. Paths that the server answers without a
 * token cost none. Proved against a real server.
 */
const free =
  /^sys\/(?:health|seal-status|leader|init|unseal|wrapping\/lookup|wrapping\/pubkey|internal\/specs\/openapi|internal\/ui\/(?:mounts|namespaces)|(?:rekey|rekey-recovery-key|generate-root)\/\w+)(?:\/|$)/;

/** True if a request to this API path costs no use. */
export function costsNoUse(path: string): boolean {
  return free.test(path);
}
