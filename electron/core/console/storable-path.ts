/** Which requests of the console may be kept on disk: none whose path carries a credential, known or by its form, or a query. */
import { redact } from '../../../shared/vault/redact.ts';
import type { WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';
import type { CredentialQuestions } from '../credentials/answer-visibility.ts';

/** Whether a path may be written to disk. */
export function isStorablePath(path: string, known: CredentialQuestions): boolean {
  return (
    !path.includes('?') && redact(path) === path && !known.isIn(path) && !known.isWordIn(path, 'unknown')
  );
}

/** A memory without the favourite requests that may not be kept. */
export function withStorableRequests(memory: WorkspaceMemory, known: CredentialQuestions): WorkspaceMemory {
  const { requests, ...rest } = memory;
  const storable = requests?.filter(({ path }) => isStorablePath(path, known)) ?? [];
  return storable.length === 0 ? rest : { ...rest, requests: storable };
}
