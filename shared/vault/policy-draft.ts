/**
 * Draft of a policy. Main stores it with the drafts of entries, under the API path of policies: engines cannot be
 * mounted there, because the server reserves `sys/`.
 */
import type { Mount, MountPath } from './mount.ts';
import type { EntryPlace } from './workspace-memory.ts';

export interface PolicyDraft {
  /** Name to save under; can still change for a new policy. */
  readonly name: string;
  /** Server text at the start of the edit or at the last comparison; null: the policy did not exist. */
  readonly before: string | null;
  readonly text: string;
}

/** Mount for drafts of policies. The path below it is the policy's name; new ones have generated keys. */
export const policiesPlace: Mount = {
  path: 'sys/policies/acl/' as MountPath,
  type: 'policies',
  engine: 'other',
  description: '',
};

/** True if a draft belongs to a policy. */
export function isPolicyPlace({ mount }: Pick<EntryPlace, 'mount'>): boolean {
  return mount.path === policiesPlace.path;
}

/** Normalises a policy name as the server does. */
export function policyNameOnServer(typed: string): string {
  return typed.trim().toLowerCase();
}

/** The first key of a new policy, whose name can still change. */
const firstNewKey = '';

/** True for the key of a new policy. Names never begin with a space, as the server trims them. */
export function isNewPolicyKey(key: string): boolean {
  return key === firstNewKey || key.startsWith(' ');
}

/** An unused key for another new policy. */
export function newPolicyKey(taken: (key: string) => boolean): string {
  let key = firstNewKey;
  for (let count = 2; taken(key); count++) key = ` ${String(count)}`;
  return key;
}

/** True if the draft has unsaved changes. */
export function isEdited({ name, before, text }: PolicyDraft): boolean {
  return text !== (before ?? '') || (before === null && name !== '');
}

/** Serialised draft for main. */
export function policyDraftText({ name, before, text }: PolicyDraft): string {
  return JSON.stringify({ strongroomPolicy: 1, name, before, text });
}

/** Parses a serialised draft; undefined if it is not one. */
export function readPolicyDraft(stored: string): PolicyDraft | undefined {
  let read: unknown;
  try {
    read = JSON.parse(stored);
  } catch {
    // Drafts of entries and other texts are not policy drafts.
    return undefined;
  }
  const { strongroomPolicy, name, before, text } = (read ?? {}) as Partial<Record<string, unknown>>;
  if (strongroomPolicy !== 1 || typeof name !== 'string' || typeof text !== 'string') return undefined;
  return before === null || typeof before === 'string' ? { name, before, text } : undefined;
}
