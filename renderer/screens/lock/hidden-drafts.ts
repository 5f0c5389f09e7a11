import type { LockState } from '../../../shared/ipc/contract.ts';
import type { Tab } from '../../workspace/tabs.ts';

/** The lock's state with only the unsaved edits that no screen shows: main counts all. `policies`: their edits. */
export function hiddenDrafts(lock: LockState, tabs: readonly Tab[], policies: number): LockState {
  const shown = tabs.filter((tab) => tab.dirty).length + policies;
  return { ...lock, drafts: Math.max(0, lock.drafts - shown) };
}
