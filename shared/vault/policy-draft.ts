/**
 * An unsaved edit of a policy. Main keeps it beside those of entries, under the API path of policies: no engine can be
 * mounted there, because the server keeps `sys/` for itself.
 */
import type { Mount, MountPath } from './mount.ts';
import type { EntryPlace } from './workspace-memory.ts';

export interface PolicyDraft {
  /** To be saved under; of a new policy it can be changed. */
  readonly name: string;
  /** What the server had when the edit began, or when it was last compared with it; null: there was none. */
  readonly before: string | null;
  readonly text: string;
}

/** Where drafts of policies are kept. The path below it is the policy's name; new ones have a key of their own. */
export const policiesPlace: Mount = {
  path: 'sys/policies/acl/' as MountPath,
  type: 'policies',
  engine: 'other',
  description: '',
};

/** Whether a draft is one of a policy. */
export function isPolicyPlace({ mount }: Pick<EntryPlace, 'mount'>): boolean {
  return mount.path === policiesPlace.path;
}

/** As the server writes names of policies. */
export function policyNameOnServer(typed: string): string {
  return typed.trim().toLowerCase();
}

/** The first key of a new policy, whose name can still change. */
const firstNewKey = '';

/** Whether a key is one of a new policy. No name begins with a space: the server trims them. */
export function isNewPolicyKey(key: string): boolean {
  return key === firstNewKey || key.startsWith(' ');
}

/** A key for another new policy. */
export function newPolicyKey(taken: (key: string) => boolean): string {
  let key = firstNewKey;
  for (let count = 2; taken(key); count++) key = ` ${String(count)}`;
  return key;
}

/** Whether there is anything to lose. */
export function isEdited({ name, before, text }: PolicyDraft): boolean {
  return text !== (before ?? '') || (before === null && name !== '');
}

/** The text that main keeps. */
export function policyDraftText({ name, before, text }: PolicyDraft): string {
  return JSON.stringify({ strongroomPolicy: 1, name, before, text });
}

/** The draft of such a text; undefined where it is none. */
export function readPolicyDraft(stored: string): PolicyDraft | undefined {
  let read: unknown;
  try {
    read = JSON.parse(stored);
  } catch {
    // The draft of an entry is none of these, and neither is a text that something else has written.
    return undefined;
  }
  const { strongroomPolicy, name, before, text } = (read ?? {}) as Partial<Record<string, unknown>>;
  if (strongroomPolicy !== 1 || typeof name !== 'string' || typeof text !== 'string') return undefined;
  return before === null || typeof before === 'string' ? { name, before, text } : undefined;
}
