/**
 * Unsaved policy edits of all sessions. The page is their only author; main keeps a copy of each that outlives the
 * page and a lock. Kept outside the screen, because the frame counts and restores them.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { AppError } from '../../shared/ipc/result.ts';
import { isEdited, isPolicyPlace, policiesPlace } from '../../shared/vault/policy-draft.ts';
import { policyDraftText, readPolicyDraft, type PolicyDraft } from '../../shared/vault/policy-draft.ts';
import type { DraftRecord } from '../../shared/vault/workspace-memory.ts';
import { on } from '../api/client.ts';
import { dropDraft, keepDraft, type DraftPlace } from '../api/drafts.ts';
import { Store } from '../api/store.ts';

export interface SessionPolicyDrafts {
  /** True once main's drafts have arrived. */
  readonly known: boolean;
  /** By policy name; new policies by a generated key. */
  readonly drafts: Readonly<Record<string, PolicyDraft>>;
  /** Error of mirroring a draft to main, by its key. */
  readonly problems: Readonly<Record<string, AppError>>;
}

type AllPolicyDrafts = Readonly<Record<string, SessionPolicyDrafts>>;

const none: SessionPolicyDrafts = { known: false, drafts: {}, problems: {} };

/** By session; read it with `useStore`, then `policyDraftsIn`. */
export const policyDrafts = new Store<AllPolicyDrafts>({});

let listening = false;

/** Policy drafts of one session. */
export function policyDraftsIn(all: AllPolicyDrafts, sessionId: string): SessionPolicyDrafts {
  return all[sessionId] ?? none;
}

/** Keys of drafts with unsaved changes. */
export function unsavedPolicies(all: AllPolicyDrafts, sessionId: string): readonly string[] {
  return Object.entries(policyDraftsIn(all, sessionId).drafts)
    .filter(([, draft]) => isEdited(draft))
    .map(([key]) => key);
}

/** Display name of a draft: its policy name, or the name typed for a new one. */
export function policyDraftName(all: AllPolicyDrafts, sessionId: string, key: string): string {
  const name = policyDraftsIn(all, sessionId).drafts[key]?.name.trim() ?? '';
  return name === '' ? 'New policy' : name;
}

/** Number of unsaved policies in all sessions. */
export function countUnsavedPolicies(all: AllPolicyDrafts): number {
  return Object.keys(all).reduce((sum, sessionId) => sum + unsavedPolicies(all, sessionId).length, 0);
}

/** Restores drafts kept by main; newer edits in this page win. */
export function takePolicyDrafts(sessionId: string, records: readonly DraftRecord[]): void {
  const { drafts } = policyDraftsIn(policyDrafts.snapshot(), sessionId);
  const restored = records.filter(isPolicyPlace).flatMap(({ path, text }) => {
    const draft = readPolicyDraft(text);
    return draft === undefined ? [] : [[path, draft] as const];
  });
  change(sessionId, { known: true, drafts: { ...Object.fromEntries(restored), ...drafts } });
}

/** Stores an edit here and in main. */
export function putPolicyDraft(sessionId: string, key: string, draft: PolicyDraft): void {
  const { drafts } = policyDraftsIn(policyDrafts.snapshot(), sessionId);
  const before = drafts[key];
  change(sessionId, { drafts: { ...drafts, [key]: draft } });
  const place = placeOf(sessionId, key);
  if (isEdited(draft)) keepDraft(place, undefined, () => policyDraftText(draft), problemOf(sessionId, key));
  else if (before !== undefined && isEdited(before)) void dropDraft(place);
}

/** Drops an edit that was saved or discarded. Main can restore an unsaved one for ten minutes. */
export function endPolicyDraft(sessionId: string, key: string, client: QueryClient): void {
  const { drafts, problems } = policyDraftsIn(policyDrafts.snapshot(), sessionId);
  const { [key]: ended, ...others } = drafts;
  const { [key]: _problem, ...otherProblems } = problems;
  change(sessionId, { drafts: others, problems: otherProblems });
  if (ended !== undefined && isEdited(ended)) void dropDraft(placeOf(sessionId, key), client);
}

function placeOf(sessionId: string, path: string): DraftPlace {
  return { sessionId, mount: policiesPlace.path, path };
}

function problemOf(sessionId: string, key: string): (problem: AppError | undefined) => void {
  return (problem) => {
    const { drafts, problems } = policyDraftsIn(policyDrafts.snapshot(), sessionId);
    if (drafts[key] === undefined || problems[key] === problem) return;
    const { [key]: _before, ...others } = problems;
    change(sessionId, { problems: problem === undefined ? others : { ...others, [key]: problem } });
  };
}

function change(sessionId: string, by: Partial<SessionPolicyDrafts>): void {
  if (!listening) {
    listening = true;
    on('session.closed', (closed) => {
      const { [closed.sessionId]: _closed, ...others } = policyDrafts.snapshot();
      policyDrafts.set(others);
    });
    on('lock.changed', ({ locked }) => {
      if (locked) policyDrafts.set({});
    });
  }
  policyDrafts.change({ [sessionId]: { ...policyDraftsIn(policyDrafts.snapshot(), sessionId), ...by } });
}
