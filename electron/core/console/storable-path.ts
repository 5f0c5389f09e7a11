/** Keeps console requests off the disk if their path has a query or a credential, known or recognised by form. */
import { redact } from '../../../shared/vault/redact.ts';
import type { WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';
import type { CredentialQuestions } from '../credentials/answer-visibility.ts';

/** True if a path can be written to disk. */
export function isStorablePath(path: string, known: CredentialQuestions): boolean {
  return (
    !path.includes('?') && redact(path) === path && !known.isIn(path) && !known.isWordIn(path, 'unknown')
  );
}

/** Removes the favourite requests that must not be stored. */
export function withStorableRequests(memory: WorkspaceMemory, known: CredentialQuestions): WorkspaceMemory {
  const { requests, ...rest } = memory;
  const storable = requests?.filter(({ path }) => isStorablePath(path, known)) ?? [];
  return storable.length === 0 ? rest : { ...rest, requests: storable };
}
