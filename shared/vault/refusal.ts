/** Why a request was refused: what is known, what is not, and what would allow it (vault-http-facts 6.6, 6.9). */
import type { AppError } from '../ipc/result.ts';

export interface NearbyGrant {
  /** As the ACL has it; a trailing `*` for a prefix. */
  readonly path: string;
  readonly capabilities: readonly string[];
}

/** The rule of a readable policy that comes closest. */
export interface ClosestRule {
  readonly policy: string;
  /** 1 for the first. */
  readonly line: number;
  readonly text: string;
  readonly path: string;
  readonly capabilities: readonly string[];
}

export interface RefusalExplanation {
  /** As asked, e.g. `secret/payments/db`. */
  readonly askedPath: string;
  /** As the server's policies know it, e.g. `secret/data/payments/db`. */
  readonly apiPath: string;
  readonly neededCapability: string;
  /** What the token may do there; undefined where even that could not be asked. */
  readonly capabilities?: readonly string[];
  readonly capabilitiesProblem?: AppError;
  /** The token is dead: nothing else counts. */
  readonly tokenDead: boolean;
  readonly nearby: readonly NearbyGrant[];
  readonly closest: readonly ClosestRule[];
  /** Policies of the token that it may not read. */
  readonly unreadablePolicies: readonly string[];
  /** Lines of policy that would allow it. */
  readonly suggestion: string;
  /** What it probably is, and what cannot be known, in sentences. */
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

/** Lists whose path carries no slash where it is asked for. */
const lists: ReadonlySet<string> = new Set([
  'auth/token/accessors',
  'auth/token/roles',
  'sys/policies/acl',
  'sys/policy',
  'sys/namespaces',
]);

/** The capability that a request takes; for a path without a method the one of looking at it. */
export function capabilityAsked(method: string | undefined, path: string): string {
  const word = method?.toUpperCase();
  if (word === 'GET' && (path.endsWith('/') || lists.has(path))) return 'list';
  return byMethod[word ?? ''] ?? (path.endsWith('/') ? 'list' : 'read');
}
