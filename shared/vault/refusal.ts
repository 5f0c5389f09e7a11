/** Explanation of a refused request: known facts, unknowns, and a remedy (vault-http-facts 6.6, 6.9). */
import type { AppError } from '../ipc/result.ts';

export interface NearbyGrant {
  /** As in the ACL; a trailing `*` for a prefix. */
  readonly path: string;
  readonly capabilities: readonly string[];
}

/** The closest rule of a readable policy. */
export interface ClosestRule {
  readonly policy: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly text: string;
  readonly path: string;
  readonly capabilities: readonly string[];
}

export interface RefusalExplanation {
  /** Requested path, e.g. `secret/payments/db`. */
  readonly askedPath: string;
  /** Path in the server's policies, e.g. `secret/data/payments/db`. */
  readonly apiPath: string;
  readonly neededCapability: string;
  /** The token's capabilities there; undefined if they could not be read either. */
  readonly capabilities?: readonly string[];
  readonly capabilitiesProblem?: AppError;
  /** The token is dead; the other facts do not matter. */
  readonly tokenDead: boolean;
  readonly nearby: readonly NearbyGrant[];
  readonly closest: readonly ClosestRule[];
  /** Policies of the token that it cannot read. */
  readonly unreadablePolicies: readonly string[];
  /** Policy text that would allow it. */
  readonly suggestion: string;
  /** Probable cause, and unknowns, in sentences. */
  readonly findings: readonly string[];
}

const byMethod: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  LIST: 'list',
  POST: 'update',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** List endpoints whose path has no trailing slash. */
const lists: ReadonlySet<string> = new Set([
  'auth/token/accessors',
  'auth/token/roles',
  'sys/policies/acl',
  'sys/policy',
  'sys/namespaces',
]);

/** Capability that a request needs; without a method, the one for viewing the path. */
export function capabilityAsked(method: string | undefined, path: string): string {
  const word = method?.toUpperCase();
  if (word === 'GET' && (path.endsWith('/') || lists.has(path))) return 'list';
  return byMethod[word ?? ''] ?? (path.endsWith('/') ? 'list' : 'read');
}
