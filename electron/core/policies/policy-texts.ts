/** The rules of named policies, as far as the session's token may read them. */
import { policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import type { UnsavedPolicy } from '../../../shared/vault/policy-effect.ts';
import { policyText } from '../../vault/api/policies.ts';
import { asAppError, isTrouble } from '../connection/trouble.ts';
import type { Session } from '../session/session.ts';
import type { ReadRules } from './policy-tasks.ts';
import type { RulesOfPolicy } from './rule-set.ts';

export interface ReadPolicies {
  readonly policies: readonly RulesOfPolicy[];
  /** Names of policies that do not exist. */
  readonly absent: readonly string[];
  readonly unread: readonly { readonly name: string; readonly reason: string }[];
}

/** Each costs a request. */
const MOST_POLICIES = 100;

/** Reads policies of the session's namespace. Rejects with errors of the whole connection. */
export async function readPolicies(
  session: Session,
  readRules: ReadRules,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadPolicies> {
  return readBy((name) => session.run((caller) => policyText(caller, name), signal), readRules, names);
}

/** Reads policies of the token's home namespace, which its own ones belong to. Rejects as `readPolicies`. */
export async function readOwnPolicies(
  session: Session,
  readRules: ReadRules,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadPolicies> {
  return readBy(
    (name) => session.run((caller) => policyText(session.home(caller), name), signal),
    readRules,
    names,
  );
}

async function readBy(
  read: (name: string) => ReturnType<typeof policyText>,
  readRules: ReadRules,
  names: readonly string[],
): Promise<ReadPolicies> {
  const wanted = [...new Set(names)].filter((name) => name !== 'root');
  const found = await Promise.all(
    wanted.slice(0, MOST_POLICIES).map(async (name) => {
      try {
        const { text } = await read(name);
        return { name, rules: await readRules(text) };
      } catch (failure) {
        const error = asAppError(failure);
        if (isTrouble(error) || error.kind === 'cancelled') throw failure;
        if (error.kind === 'invalid-path') return { name };
        return { name, reason: error.kind === 'forbidden' ? 'needs read' : error.message };
      }
    }),
  );
  return {
    policies: found.flatMap((one) => ('rules' in one ? [{ policy: one.name, rules: one.rules }] : [])),
    absent: found.flatMap((one) => ('rules' in one || 'reason' in one ? [] : [one.name])),
    unread: [
      ...found.flatMap((one) => ('reason' in one ? [{ name: one.name, reason: one.reason }] : [])),
      ...wanted
        .slice(MOST_POLICIES)
        .map((name) => ({ name, reason: `Only the first ${String(MOST_POLICIES)} policies are read.` })),
    ],
  };
}

/** Replaces the policy of the same name by an unsaved text. */
export async function withUnsaved(
  { policies, absent, unread }: ReadPolicies,
  { name: typed, text }: UnsavedPolicy,
  readRules: ReadRules,
): Promise<ReadPolicies> {
  const name = policyNameOnServer(typed);
  const others = policies.filter(({ policy }) => policy !== name);
  return {
    policies: [...others, { policy: name, rules: await readRules(text) }],
    absent: absent.filter((one) => one !== name),
    unread: unread.filter((one) => one.name !== name),
  };
}
