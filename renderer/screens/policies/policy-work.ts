/** State of a session's policies tab, kept while hidden or closed. The workspace keeps the edits. */
import { isEdited, newPolicyKey, type PolicyDraft } from '../../../shared/vault/policy-draft.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';
import { policyDrafts, policyDraftsIn, putPolicyDraft } from '../../workspace/policy-drafts.ts';

/** View of a policy: its text, a test, its access, its users. Without a policy: empty, or a test. */
export type PolicyPart = 'text' | 'test' | 'access' | 'users';

export interface PolicyWork {
  readonly sessionId: string;
  /** Name of the chosen policy; empty without `making`: no policy. */
  readonly chosen: string;
  /** The key of the new policy that is in front. */
  readonly making: string | undefined;
  /** Warnings of the server on saving the policy in front. */
  readonly warnings: readonly string[];
  /** Text of the field that filters and opens. */
  readonly field: string;
  readonly part: PolicyPart;
  /** The requested line of the text; a new object for each request. */
  readonly goTo: { readonly line: number } | undefined;
}

/** The policy work of a session. */
export const policyWorkOf = perSession(
  (sessionId) =>
    new Store<PolicyWork>({
      sessionId,
      chosen: '',
      making: undefined,
      warnings: [],
      field: '',
      part: 'text',
      goTo: undefined,
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

/** Shows another part of the policy in front. */
export function showPart(work: Store<PolicyWork>, part: PolicyPart): void {
  work.change({ part, goTo: undefined });
}

/** Brings a new policy to the front. */
export function chooseNewPolicy(work: Store<PolicyWork>, key: string): void {
  work.change({ chosen: '', making: key, warnings: [], part: 'text', goTo: undefined });
}

/** Starts a new policy beside edited ones. Without a text the last one continues. */
export function makePolicy(work: Store<PolicyWork>, from: Pick<PolicyDraft, 'name' | 'text'>): void {
  const { sessionId } = work.snapshot();
  const { drafts } = policyDraftsIn(policyDrafts.snapshot(), sessionId);
  const begun = drafts[''];
  const goesOn = begun !== undefined && from.text === '';
  const key = goesOn ? '' : newPolicyKey((one) => drafts[one] !== undefined && isEdited(drafts[one]));
  if (!goesOn) putPolicyDraft(sessionId, key, { ...from, before: null });
  chooseNewPolicy(work, key);
}
