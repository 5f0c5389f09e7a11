/**
 * Tests the permissions of a token, or of a set of policies, at a path: the server's own answer, and beside it the
 * policy lines that decide by the documented precedence. Neither evaluates the content of a request (parameters,
 * wrapping).
 */
import { counted } from '../../../shared/vault/counted.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type {
  PathEffect,
  PolicySubject,
  PolicyTest,
  UnsavedPolicy,
} from '../../../shared/vault/policy-effect.ts';
import { policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import { capabilitiesByAccessor, capabilitiesSelf } from '../../vault/api/capabilities.ts';
import { dataOf } from '../../vault/api/fields.ts';
import { describeToken } from '../../vault/api/token.ts';
import { lookupToken } from '../../vault/api/token-operations.ts';
import { normaliseNamespace } from '../connection/address.ts';
import { asAppError, isTrouble } from '../connection/trouble.ts';
import { askedPath } from '../refusal/asked-path.ts';
import { needsSudo } from '../refusal/sudo-paths.ts';
import type { Session } from '../session/session.ts';
import { whichToken } from '../tokens/which-token.ts';
import { readOwnPolicies, readPolicies, withUnsaved } from './policy-texts.ts';
import type { ReadPolicies } from './policy-texts.ts';
import type { ReadRules } from './policy-tasks.ts';
import { ruleSet } from './rule-set.ts';
import { capabilitiesOfSet } from './temporary-token.ts';
import { factsOfEntity, hasTemplate, noEntity, unknownEntity } from './templates.ts';
import type { TemplateFacts } from './templates.ts';

export interface TesterParts {
  readonly session: Session;
  readonly readRules: ReadRules;
}

export interface TestedPath {
  readonly path: string;
  readonly unsaved?: UnsavedPolicy | undefined;
}

type Capabilities = ReadonlyMap<string, ReadonlySet<string>>;

/** Facts about the subject of a test. */
interface Subject {
  /** Undefined: not known. */
  readonly policies: readonly string[] | undefined;
  readonly entity: string | undefined;
  /** They belong to the token's home namespace, in any namespace of the session. */
  readonly own?: true;
  readonly endpoint?: string;
  readonly capabilities?: Capabilities;
  readonly problem?: AppError;
  readonly notes: readonly string[];
}

/** Tests a path without changes: a set of policies is judged by its lines alone. Rejects with `invalid-input`. */
export async function testPolicies(
  parts: TesterParts,
  subject: PolicySubject,
  tested: TestedPath,
  signal?: AbortSignal,
): Promise<PolicyTest> {
  const paths = await pathsMeant(parts.session, tested.path, signal);
  return judge(parts, tested, paths, await subjectOf(parts.session, subject, paths, signal), signal);
}

/** The same for a set of policies, with a token created for it. Rejects with `cancelled`, and with the refusal. */
export async function testWithToken(
  parts: TesterParts,
  names: readonly string[],
  tested: TestedPath,
  signal?: AbortSignal,
): Promise<PolicyTest> {
  const { session } = parts;
  const paths = await pathsMeant(session, tested.path, signal);
  const set = [...new Set(names.map(policyNameOnServer))];
  const { capabilities, policies, isChild, notes } = await capabilitiesOfSet(session, set, paths, signal);
  const subject: Subject = {
    capabilities,
    policies: policies.length === 0 ? set : policies,
    notes,
    endpoint: 'sys/capabilities-accessor',
    entity: isChild ? session.view().token.entityId : '',
  };
  return judge(parts, tested, paths, subject);
}

/** The possible API paths of a typed path: an entry of KV v2 has two. */
async function pathsMeant(
  session: Session,
  typed: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const path = typed
    .trim()
    .replace(/^https?:\/\/[^/]+\/v1\//, '')
    .replace(/^\/+/, '')
    .replace(/^v1\//, '');
  if (path === '')
    throw new AppFailure({ kind: 'invalid-input', field: 'path', message: 'Enter a path to test.' });
  const asked = askedPath({ path }, await mountFor(session, path, signal));
  const { apiPath, browsePath, siblingPath, ifKv2 } = asked;
  const both = browsePath === path && siblingPath !== undefined && !path.endsWith('/');
  return [apiPath, ...(both ? [siblingPath] : []), ...(ifKv2 === undefined ? [] : [ifKv2])];
}

async function mountFor(
  session: Session,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Mount | undefined> {
  if (/^(?:sys|auth|identity)(?:\/|$)/.test(path)) return undefined;
  try {
    // Read again: the mount can be newer than the tree. It costs no use.
    return mountOf(await session.mounts.list(signal), path);
  } catch (failure) {
    stopAt(failure);
    return undefined;
  }
}

async function subjectOf(
  session: Session,
  subject: PolicySubject,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Subject> {
  switch (subject.kind) {
    case 'policies':
      return { policies: subject.names.map(policyNameOnServer), entity: undefined, notes: [] };
    case 'self': {
      const { token } = session.view();
      const known = token.noLookUp !== 'nothing';
      const asked = await orProblem(session.run((caller) => capabilitiesSelf(caller, paths), signal));
      return {
        endpoint: 'sys/capabilities-self',
        ...asked,
        policies: known ? [...token.policies, ...token.identityPolicies] : undefined,
        entity: known ? token.entityId : undefined,
        own: true,
        notes: known ? [] : ['This token cannot look itself up: its policies are unknown.'],
      };
    }
    case 'accessor': {
      const which = whichToken(noSecrets, { by: 'accessor', accessor: subject.accessor });
      const accessor = subject.accessor.trim();
      const asked = await orProblem(
        session.run((caller) => capabilitiesByAccessor(caller, accessor, paths), signal),
      );
      const unlimited = session.limitedUse
        ? undefined
        : await orUndefined(session.run((caller) => lookupToken(caller, which), signal));
      const token = unlimited === undefined ? undefined : describeToken(dataOf(unlimited), Date.now());
      return {
        endpoint: 'sys/capabilities-accessor',
        ...asked,
        policies: token === undefined ? undefined : [...token.policies, ...token.identityPolicies],
        entity: token?.entityId,
        notes: token === undefined ? ['The token could not be looked up: its policies are unknown.'] : [],
      };
    }
  }
}

/** References are never read here: an accessor is given as text. */
const noSecrets = {
  read: (): never => {
    throw new AppFailure({ kind: 'invalid-input', message: 'A token is not tested by its value.' });
  },
};

async function judge(
  { session, readRules }: TesterParts,
  { path, unsaved }: TestedPath,
  paths: readonly string[],
  subject: Subject,
  signal?: AbortSignal,
): Promise<PolicyTest> {
  const policies = [...new Set(subject.policies ?? [])];
  const below = subject.own === true ? belowHome(session) : '';
  const known = subject.policies !== undefined;
  const mayRead = !session.limitedUse;
  const read: ReadPolicies | undefined =
    known && mayRead
      ? await (below === '' ? readPolicies : readOwnPolicies)(session, readRules, policies, signal)
      : undefined;
  const facts = await factsFor(session, subject.entity, read, signal);
  const root = policies.includes('root');
  const set = read === undefined ? undefined : ruleSet(read.policies, facts, root);
  // A draft belongs to the session's namespace; a policy of its name elsewhere is another one.
  const hasUnsaved =
    unsaved !== undefined && below === '' && policies.includes(policyNameOnServer(unsaved.name));
  const after =
    unsaved === undefined || !hasUnsaved || root
      ? undefined
      : await withUnsaved(read ?? { policies: [], absent: [], unread: [] }, unsaved, readRules);
  const afterSet = after === undefined ? undefined : ruleSet(after.policies, facts, root);
  const unread = (after ?? read)?.unread ?? [];
  const rows = paths.map((at): PathEffect => {
    const answered = subject.capabilities?.get(at);
    const server = answered === undefined ? undefined : [...answered].sort();
    const local = set?.effectAt(below + at);
    const certain = read !== undefined && read.unread.length === 0 && set?.mayBeOther(below + at) === false;
    return {
      path: at,
      sudo: needsSudo(at),
      ...(server === undefined ? {} : { server }),
      ...(local === undefined ? {} : { local }),
      ...(afterSet === undefined ? {} : { draft: afterSet.effectAt(below + at) }),
      ...(server !== undefined && local !== undefined && certain
        ? { agrees: server.join() === local.capabilities.join() }
        : {}),
    };
  });
  const templates = [
    ...new Set((afterSet ?? set)?.rules.filter((rule) => rule.unknown).map(({ said }) => said.path)),
  ];
  return {
    asked: path,
    policies,
    rows,
    unread,
    ...(subject.endpoint === undefined || subject.problem !== undefined
      ? {}
      : { endpoint: subject.endpoint }),
    ...(subject.problem === undefined ? {} : { problem: subject.problem }),
    notes: [
      ...subject.notes,
      ...(below === ''
        ? []
        : [
            `This token’s policies are of another namespace. Seen from there, paths here begin with “${below}”.`,
          ]),
      ...(unsaved === undefined || hasUnsaved || !known
        ? []
        : ['This token does not have the policy that is edited: the draft changes nothing for it.']),
      ...(mayRead
        ? []
        : ['Only one request was sent, as each costs this token a use: its policies were not read.']),
      ...((after ?? read)?.absent ?? []).map((name) => `The policy “${name}” does not exist.`),
      ...(templates.length === 0
        ? []
        : [`${counted(templates.length, 'templated rule')} left out: ${templates.slice(0, 3).join(', ')}.`]),
      ...(/[*+]/.test(path) ? ['* and + in the path are read as plain characters.'] : []),
    ],
  };
}

/** Prefix of the session's namespace in policies of the token's home namespace, e.g. `team-a/`; can be empty. */
function belowHome(session: Session): string {
  const { namespace, login } = session.view();
  const here = normaliseNamespace(namespace);
  const home = normaliseNamespace(login.namespace ?? namespace);
  if (here === home) return '';
  const prefix = home === '' ? '' : `${home}/`;
  return here.startsWith(prefix) ? `${here.slice(prefix.length)}/` : '';
}

/** Reads the entity only if a rule needs it. */
async function factsFor(
  session: Session,
  entity: string | undefined,
  read: ReadPolicies | undefined,
  signal: AbortSignal | undefined,
): Promise<TemplateFacts> {
  if (entity === undefined) return unknownEntity;
  const needed = read?.policies.some(({ rules }) => rules.some((rule) => hasTemplate(rule.path))) === true;
  return needed ? factsOfEntity(session, entity, signal) : noEntity;
}

async function orProblem(
  asked: Promise<Capabilities>,
): Promise<{ readonly capabilities: Capabilities } | { readonly problem: AppError }> {
  try {
    return { capabilities: await asked };
  } catch (failure) {
    stopAt(failure);
    return { problem: asAppError(failure) };
  }
}

async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (failure) {
    stopAt(failure);
    return undefined;
  }
}

/** Rethrows errors that make further requests useless. */
function stopAt(failure: unknown): void {
  const error = asAppError(failure);
  if (isTrouble(error) || error.kind === 'cancelled' || error.kind === 'internal') throw failure;
}
