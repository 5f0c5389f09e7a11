/**
 * API paths that need `sudo` besides the capability itself: "root protected API endpoints" of Vault's documentation
 * on policies. A server can protect others; these are not reported.
 */
const protectedPaths: readonly RegExp[] = [
  /^auth\/token\/accessors\/?$/,
  /^auth\/token\/(?:create-orphan|revoke-orphan)$/,
  /^sys\/audit(?:\/|$)/,
  /^sys\/auth\/[^/]+(?:\/tune)?$/,
  /^sys\/config\/(?:auditing|cors|ui)(?:\/|$)/,
  /^sys\/internal\/(?:inspect|counters\/activity\/export)(?:\/|$)/,
  /^sys\/leases\/(?:lookup\/|revoke-force|revoke-prefix|tidy|irrevocable)/,
  /^sys\/(?:revoke-force|revoke-prefix)\//,
  /^sys\/plugins\/(?:catalog|runtimes)(?:\/|$)/,
  /^sys\/raw(?:\/|$)/,
  /^sys\/remount$/,
  /^sys\/replication\/(?:dr|performance|reindex|recover)/,
  /^sys\/(?:rotate|seal|step-down)(?:\/|$)/,
  /^sys\/storage\/raft\/snapshot-auto(?:\/|$)/,
];

/** True if a request there also needs `sudo`. */
export function needsSudo(apiPath: string): boolean {
  return protectedPaths.some((pattern) => pattern.test(apiPath));
}
