import type { LockState } from '../../../shared/ipc/contract.ts';
import type { Tab } from '../../workspace/tabs.ts';

/** The lock's state with those unsaved edits only that no open tab shows: main counts them all. */
export function hiddenDrafts(lock: LockState, tabs: readonly Tab[]): LockState {
  const shown = tabs.filter((tab) => tab.dirty).length;
  return { ...lock, drafts: Math.max(0, lock.drafts - shown) };
}
