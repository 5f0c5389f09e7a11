/** Texts about the lock: without paths, keys or values. */
import { unsavedWork } from '../../../shared/vault/counted.ts';
import type { LockReason, LockState } from '../../../shared/ipc/contract.ts';

/** The reason of the lock, as a sentence; empty if the user asked for it or main does not give one. */
export function reasonWords(reason: LockReason | undefined): string {
  switch (reason) {
    case 'asked':
      return '';
    case 'idle':
      return 'It was idle.';
    case 'suspend':
      return 'The machine went to sleep.';
    case 'screen-lock':
      return 'The system locked its screen.';
    case undefined:
      return '';
  }
}

/** Unsaved data in main, as a sentence; empty without any. */
export function unsavedWords(lock: Pick<LockState, 'drafts' | 'oneTimeResults'> | undefined): string {
  const { drafts = 0, oneTimeResults = 0 } = lock ?? {};
  const unsaved = unsavedWork({ drafts, oneTimeResults });
  if (unsaved === '') return '';
  return `${unsaved} ${drafts + oneTimeResults === 1 ? 'is' : 'are'} kept, hidden until you log in again.`;
}
