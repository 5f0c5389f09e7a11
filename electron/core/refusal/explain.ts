/**
 * Explains a refusal: the token's capabilities at the real API path and nearby, the closest policy line, and the
 * lines that would permit the request. It does not repeat the request, only queries permissions. A token with limited
 * uses pays for one query and no more.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { NearbyGrant, RefusalExplanation } from '../../../shared/vault/refusal.ts';
import { capabilitiesSelf } from '../../vault/api/capabilities.ts';
import { policyPaths, policyText } from '../../vault/api/policies.ts';
import { resultantAcl } from '../../vault/api/resultant-acl.ts';
import type { AclRule, ResultantAcl } from '../../vault/api/resultant-acl.ts';
import type { Session } from '../session/session.ts';
import { asAppError } from '../connection/trouble.ts';
import { askedPath } from './asked-path.ts';
import type { AskedPath } from './asked-path.ts';
import { findings } from './findings.ts';
import type { Known } from './findings.ts';
import { closestRules, knownRules, sharedBeginning } from './known-rules.ts';
import type { KnownRule } from './known-rules.ts';
import { needsSudo } from './sudo-paths.ts';
import { suggestionFor } from './suggestion.ts';

export interface Refused {
  readonly path: string;
  readonly method?: string | undefined;
  readonly capability?: string | undefined;
}

/** More are rare, and each costs a request. */
const MOST_POLICIES = 40;
const MOST_NEARBY = 20;

/** Explains a refusal. Rejects only with errors of the whole connection (sealed, network) or `cancelled`. */
export async function explainRefusal(
  session: Session,
  refused: Refused,
  signal?: AbortSignal,
): Promise<RefusalExplanation> {
  const asked = askedPath(refused, await mountFor(session, refused, signal));
  const base = { askedPath: refused.path, apiPath: asked.apiPath, neededCapability: asked.needed };
  const { token, namespace } = session.view();
  const policies = [...new Set([...token.policies, ...token.identityPolicies])];
  const rights = await rightsAt(session, asked, session.limitedUse ? [] : policies, signal);
  if (rights.dead !== undefined) return { ...base, ...deadAnswer(rights.dead) };

  const more = session.limitedUse
    ? { acl: undefined, ...nothingRead }
    : await read(session, policies, rights, token.entityId, signal);
  const sudo = needsSudo(asked.apiPath);
  const known: Known = {
    asked,
    capabilities: rights.capabilities,
    elsewhere: rights.all,
    sudo,
    rules: more.rules,
    acl: more.acl?.rules,
    absentPolicies: more.absent,
    unreadablePolicies: more.unreadable,
    unreadCount: Math.max(0, policies.length - MOST_POLICIES),
    entityId: token.entityId,
    namespace,
  };
  const paths = pathsOf(asked);
  return {
    ...base,
    ...(rights.capabilities === undefined ? {} : { capabilities: rights.capabilities }),
    ...(rights.problem === undefined ? {} : { capabilitiesProblem: rights.problem }),
    tokenDead: false,
    nearby: nearby(more.acl?.rules ?? [], paths),
    closest: closestRules(more.rules, paths, asked.needed === 'list'),
    unreadablePolicies: more.unreadable,
    suggestion: suggestionFor(known),
    findings: [
      ...findings(known),
      ...(token.noLookUp === 'nothing'
        ? ['This token cannot look itself up: its policies are unknown.']
        : []),
      ...(session.limitedUse
        ? ['Only one request was sent, as each costs this token a use: its policies were not read.']
        : []),
    ],
  };
}

async function mountFor(
  session: Session,
  { path, method }: Refused,
  signal: AbortSignal | undefined,
): Promise<Mount | undefined> {
  const full = path.trim().replace(/^\/+/, '').replace(/^v1\//, '');
  if (/^(?:sys|auth|identity)\//.test(full)) return undefined;
  // An error names the real API path, so a token with limited uses need not query the mounts.
  if (session.limitedUse && method !== undefined) return undefined;
  try {
    const known = mountOf(await session.mounts.known(signal), full);
    return known ?? (session.limitedUse ? undefined : await session.mounts.lookUp(full, signal));
  } catch (failure) {
    stopAt(asAppError(failure));
    return undefined;
  }
}

/** The requested path and the possibly intended ones. */
function pathsOf({ apiPath, browsePath, siblingPath, ifKv2 }: AskedPath): readonly string[] {
  return [apiPath, browsePath, siblingPath, ifKv2].filter((path) => path !== undefined);
}

interface Rights {
  readonly capabilities?: readonly string[];
  readonly problem?: AppError;
  /** Set if the token is dead. */
  readonly dead?: AppError;
  readonly all: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Queries all paths at once: the requested one, the possibly intended ones, and those of the policies. */
async function rightsAt(
  session: Session,
  asked: AskedPath,
  policies: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Rights> {
  const paths = pathsOf(asked);
  const asking = [...paths, ...policies.slice(0, MOST_POLICIES).flatMap(policyPaths)];
  try {
    const all = await session.run((caller) => capabilitiesSelf(caller, [...new Set(asking)]), signal);
    const capabilities = all.get(asked.apiPath);
    return { all, ...(capabilities === undefined ? {} : { capabilities: [...capabilities] }) };
  } catch (failure) {
    const problem = asAppError(failure);
    if (problem.kind === 'unauthenticated') return { all: new Map(), dead: problem };
    stopAt(problem);
    // OpenBao reports a dead token as one without permission: only its own look-up tells them apart.
    const { trouble } = problem.kind === 'forbidden' ? await session.refresh(signal) : session.view();
    if (trouble?.kind === 'unauthenticated') return { all: new Map(), dead: trouble };
    return { all: new Map(), problem };
  }
}

interface ReadPolicies {
  readonly rules: readonly KnownRule[];
  readonly absent: readonly string[];
  readonly unreadable: readonly string[];
}

const nothingRead: ReadPolicies = { rules: [], absent: [], unreadable: [] };

async function read(
  session: Session,
  policies: readonly string[],
  rights: Rights,
  entityId: string,
  signal: AbortSignal | undefined,
): Promise<ReadPolicies & { readonly acl: ResultantAcl | undefined }> {
  const orUndefined = async <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((failure: unknown) => {
      stopAt(asAppError(failure));
      return undefined;
    });
  const [acl, texts] = await Promise.all([
    orUndefined(session.run(resultantAcl, signal)),
    Promise.all(
      policies
        .slice(0, MOST_POLICIES)
        .filter((name) => name !== 'root')
        .map(async (name) => ({ name, found: await readPolicy(session, name, rights, signal) })),
    ),
  ]);
  return {
    acl,
    rules: texts.flatMap(({ name, found }) =>
      typeof found === 'object' ? knownRules(name, found.text, entityId) : [],
    ),
    absent: texts.filter(({ found }) => found === 'absent').map(({ name }) => name),
    unreadable: texts.filter(({ found }) => found === 'unreadable').map(({ name }) => name),
  };
}

async function readPolicy(
  session: Session,
  name: string,
  { all }: Rights,
  signal: AbortSignal | undefined,
): Promise<{ readonly text: string } | 'absent' | 'unreadable'> {
  const readable = policyPaths(name).some((path) => {
    const capabilities = all.get(path);
    return capabilities === undefined || capabilities.has('read') || capabilities.has('root');
  });
  if (!readable) return 'unreadable';
  try {
    return { text: (await session.run((caller) => policyText(caller, name), signal)).text };
  } catch (failure) {
    const error = asAppError(failure);
    stopAt(error);
    return error.kind === 'invalid-path' ? 'absent' : 'unreadable';
  }
}

/** Rethrows errors that make further requests useless; refusals are the subject here. */
function stopAt(error: AppError): void {
  const goesOn: readonly AppError['kind'][] = [
    'forbidden',
    'invalid-path',
    'invalid-request',
    'invalid-input',
    'not-offered',
    'bad-answer',
    'server-error',
  ];
  // The next request detects an expired token.
  if (!goesOn.includes(error.kind) && error.kind !== 'unauthenticated') throw new AppFailure(error);
}

function deadAnswer(dead: AppError): Omit<RefusalExplanation, 'askedPath' | 'apiPath' | 'neededCapability'> {
  return {
    capabilitiesProblem: dead,
    tokenDead: true,
    nearby: [],
    closest: [],
    unreadablePolicies: [],
    suggestion: '',
    findings: [
      'The server does not know this token any more: it has expired, was revoked, or belongs to another server or namespace. Policies are not the cause.',
      'Log in again.',
    ],
  };
}

function nearby(rules: readonly AclRule[], paths: readonly string[]): readonly NearbyGrant[] {
  return rules
    .map(({ path, capabilities }) => ({
      grant: { path, capabilities },
      shared: Math.max(...paths.map((asked) => sharedBeginning(path, asked))),
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || (a.grant.path < b.grant.path ? -1 : 1))
    .slice(0, MOST_NEARBY)
    .map(({ grant }) => grant);
}
