/** What a session does with policies, kept while its tab is behind others or closed: what is chosen; edits are kept by the workspace. */
import { isEdited, newPolicyKey, type PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';
import { policyDrafts, policyDraftsIn, putPolicyDraft } from '../../workspace/policy-drafts.ts';

/** What is shown of a policy: its text, a test of it, what it can see, who uses it. Without a policy: nothing, or a test. */
export type PolicyPart = 'text' | 'test' | 'access' | 'users';

export interface PolicyWork {
  readonly sessionId: string;
  /** Its name; empty with no `making`: none. */
  readonly chosen: string;
  /** The key of the new policy that is in front. */
  readonly making: string | undefined;
  /** What the server said as it saved the policy in front. */
  readonly warnings: readonly string[];
  /** What stands in the field that filters and opens. */
  readonly field: string;
  readonly part: PolicyPart;
  /** The line of the text that somebody wants to see; another object each time. */
  readonly goTo: { readonly line: number } | undefined;
}

/** The work of a session. */
export const policyWorkOf = perSession(
  (sessionId) =>
    new Store<PolicyWork>({
      ...{ sessionId, chosen: '', making: undefined, warnings: [], field: '' },
      ...{ part: 'text', goTo: undefined },
    }),
);

/** Brings a policy to the front. */
export function choosePolicy(work: Store<PolicyWork>, name: string, warnings: readonly string[] = []): void {
  work.change({ chosen: name, making: undefined, warnings, part: 'text', goTo: undefined });
}

/** Brings a line of a policy to the front. */
export function openPolicyAt(work: Store<PolicyWork>, name: string, line: number): void {
  work.change({ chosen: name, making: undefined, warnings: [], part: 'text', goTo: { line } });
}

/** Shows another part of what is in front. */
export function showPart(work: Store<PolicyWork>, part: PolicyPart): void {
  work.change({ part, goTo: undefined });
}

/** Brings a new policy to the front. */
export function chooseNewPolicy(work: Store<PolicyWork>, key: string): void {
  work.change({ chosen: '', making: key, warnings: [], part: 'text', goTo: undefined });
}

/** Begins a new policy; one that holds edits stays as it is, beside it. Without a text the last one goes on. */
export function makePolicy(work: Store<PolicyWork>, from: Pick<PolicyDraft, 'name' | 'text'>): void {
  const { sessionId } = work.snapshot();
  const { drafts } = policyDraftsIn(policyDrafts.snapshot(), sessionId);
  const begun = drafts[''];
  const goesOn = begun !== undefined && from.text === '';
  const key = goesOn ? '' : newPolicyKey((one) => drafts[one] !== undefined && isEdited(drafts[one]));
  if (!goesOn) putPolicyDraft(sessionId, key, { ...from, before: null });
  chooseNewPolicy(work, key);
}
