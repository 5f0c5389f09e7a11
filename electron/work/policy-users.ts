/**
 * Tokens, roles, users, groups and entities that use a policy. No endpoint returns them: every readable list is read,
 * and every name in it. Unreadable lists are named with the missing capability, so that "nobody" is never said of
 * unread data.
 */
import { grouped } from '../../shared/vault/counted.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { PolicyUser, PolicyUserKind } from '../../shared/vault/policy-effect.ts';
import type { Caller } from '../vault/api/caller.ts';
import { asText, asTexts, dataOf } from '../vault/api/fields.ts';
import { readObject } from '../vault/api/caller.ts';
import { listNamesAt } from '../vault/api/lists.ts';
import { holderLists, visibleAuthMounts } from '../vault/api/policy-holders.ts';
import { describeToken } from '../vault/api/token.ts';
import { listAccessors, lookupToken } from '../vault/api/token-operations.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import type { Session } from '../core/session/session.ts';
import { eachBounded, PARALLEL } from './bounded.ts';
import type { FindingsReport, FindingsWork } from './jobs.ts';

/** Limit of names in a list. */
export const MOST_OF_A_LIST = 20_000;

/** One object to be read. */
interface Holder {
  readonly at: string;
  readonly read: (caller: Caller) => Promise<readonly PolicyUser[]>;
}

type Report = FindingsReport<PolicyUser>;

/** Work that finds them. It stops at a connection-wide error. */
export function policyUsers(session: Session, policy: string): FindingsWork<PolicyUser> {
  return (report) =>
    session.run(async (caller) => {
      let total = 0;
      const read = async (holders: readonly Holder[]): Promise<void> => {
        total += holders.length;
        report.total(total);
        await eachBounded(holders, PARALLEL, report.signal, async (holder) => {
          const found = await orUnread(report, holder.at, () => holder.read(caller));
          for (const user of found ?? []) report.found(user);
          report.step();
        });
      };
      // Few and quick first: the table of all tokens can be long.
      for (const list of await lists(caller, report, policy)) {
        if (report.signal.aborted) break;
        const at = `${list.path}/`;
        const names = await orUnread(report, at, () => listNamesAt(caller, at), 'list');
        await read(bounded(report, at, names ?? []).map(list.holder));
      }
      if (report.signal.aborted) return undefined;
      const at = 'auth/token/accessors/';
      const accessors = await orUnread(report, at, () => listAccessors(caller), 'list and sudo');
      await read(bounded(report, at, accessors ?? []).map((accessor) => tokenHolder(accessor, policy)));
      return undefined;
    }, report.signal);
}

interface HolderListOf {
  readonly path: string;
  readonly holder: (name: string) => Holder;
}

/** Every list of possible users. */
async function lists(caller: Caller, report: Report, policy: string): Promise<readonly HolderListOf[]> {
  const mounts = (await orUnread(report, 'sys/internal/ui/mounts', () => visibleAuthMounts(caller))) ?? [];
  const list = (path: string, kind: PolicyUserKind, nameAt?: string): HolderListOf => ({
    path,
    holder: (name) => {
      const at = `${path}/${name}`;
      return {
        at,
        read: async (by) => {
          const data = await readObject(by, at);
          const shown = nameAt === undefined ? name : asText(data[nameAt]);
          return usesOf(data, policy).map((field) => ({
            kind,
            name: shown === '' ? name : shown,
            at,
            by: field,
          }));
        },
      };
    },
  });
  return [
    list('auth/token/roles', 'token-role'),
    list('identity/entity/id', 'entity', 'name'),
    list('identity/group/id', 'group', 'name'),
    ...mounts.flatMap(({ path, type }) =>
      (holderLists[type] ?? []).map(({ below, kind }) => list(`${path}${below}`, kind)),
    ),
  ];
}

/** Fields of roles, users, groups and entities that name policies. GitHub's `value` is one text with commas. */
const fields = ['policies', 'token_policies', 'allowed_policies', 'value'];

/** Fields of an object that name the policy. */
function usesOf(data: Readonly<Record<string, unknown>>, policy: string): readonly string[] {
  const named = fields.filter((field) => {
    const value = data[field];
    const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : asTexts(value);
    return names.includes(policy);
  });
  // Older servers send it twice.
  const once = named.includes('token_policies') ? named.filter((field) => field !== 'policies') : named;
  const globs = asTexts(data['allowed_policies_glob']).some((glob) => globCovers(glob, policy));
  return globs ? [...once, 'allowed_policies_glob'] : once;
}

/** A token role's pattern: `*` stands for any text, or none. */
function globCovers(glob: string, name: string): boolean {
  const [first = '', ...others] = glob.split('*');
  const last = others.pop();
  if (last === undefined) return name === glob;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function tokenHolder(accessor: string, policy: string): Holder {
  return {
    at: accessor,
    read: async (caller) => {
      const answer = await lookupToken(caller, { by: 'accessor', accessor }, { safe: true });
      const token = describeToken(dataOf(answer), Date.now());
      const user = { kind: 'token', name: token.displayName, at: accessor } as const;
      return [
        ...(token.policies.includes(policy) ? [{ ...user, by: 'policies' }] : []),
        ...(token.identityPolicies.includes(policy) ? [{ ...user, by: 'identity_policies' }] : []),
      ];
    },
  };
}

function bounded(report: Report, at: string, names: readonly string[]): readonly string[] {
  if (names.length > MOST_OF_A_LIST)
    report.unread(at, `Only the first ${grouped(MOST_OF_A_LIST)} of ${grouped(names.length)} were read.`);
  return names.slice(0, MOST_OF_A_LIST);
}

/** Result of one request; undefined, and reported, if refused. `capability`: what it needs. */
async function orUnread<T>(
  report: Report,
  at: string,
  asked: () => Promise<T>,
  capability = 'read',
): Promise<T | undefined> {
  try {
    return await asked();
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'internal') throw failure;
    if (!report.signal.aborted && !isGone(error))
      report.unread(at, error.kind === 'forbidden' ? `needs ${capability}` : error.message);
    return undefined;
  }
}

/** Ended or deleted after the list was read. */
function isGone(error: AppError): boolean {
  const said = (error.serverErrors ?? []).join('; ');
  return error.kind === 'invalid-path' || /invalid accessor/i.test(said);
}
