/** What a session does with policies, kept while its tab is behind others or closed: what is chosen, and unsaved edits. */
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

/** An edit that is not saved yet. */
export interface PolicyDraft {
  /** To be saved under; of a new policy it can be changed. */
  readonly name: string;
  /** What the server had when the edit began; null: it is a new one. */
  readonly before: string | null;
  readonly text: string;
}

export interface PolicyWork {
  /** Empty with `making` false: none. */
  readonly chosen: string;
  /** The new policy is in front. */
  readonly making: boolean;
  /** What stands in the field that filters and opens. */
  readonly field: string;
  /** By name; the new one under the empty name. */
  readonly drafts: Readonly<Record<string, PolicyDraft>>;
}

/** The work of a session. */
export const policyWorkOf = perSession(
  () => new Store<PolicyWork>({ chosen: '', making: false, field: '', drafts: {} }),
);

/** Brings a policy to the front. */
export function choosePolicy(work: Store<PolicyWork>, name: string): void {
  work.change({ chosen: name, making: false });
}

/** Keeps an edit, or forgets it. `key`: its name, empty for the new one. */
export function keepDraft(work: Store<PolicyWork>, key: string, draft: PolicyDraft | undefined): void {
  const { [key]: _before, ...others } = work.snapshot().drafts;
  work.change({ drafts: draft === undefined ? others : { ...others, [key]: draft } });
}

/** Begins a new policy; one that was begun before goes on. */
export function makePolicy(work: Store<PolicyWork>, from: Pick<PolicyDraft, 'name' | 'text'>): void {
  const known = work.snapshot().drafts[''];
  if (known === undefined || from.text !== '') keepDraft(work, '', { ...from, before: null });
  work.change({ making: true, chosen: '' });
}

/** As the server writes names. */
export function nameOnServer(typed: string): string {
  return typed.trim().toLowerCase();
}
