/** What happens to a call that is under way when its page goes. */
import type { CallName } from '../../shared/ipc/contract.ts';

/** Calls whose answer exists once; neither a cancel nor the end of the page may abort them. None yet. */
export const uncancellable: ReadonlySet<CallName> = new Set<CallName>();

/** Calls that change something on a server: once begun they end, page or no page, lock or no lock. */
export const writes: ReadonlySet<CallName> = new Set<CallName>([
  'mount.setConfig',
  'entry.save',
  'entry.saveOver',
  'entry.create',
  'entry.patchUnread',
  'entry.duplicate',
  'entry.rename',
  'entry.deleteVersions',
  'entry.undelete',
  'entry.destroyVersions',
  'entry.deleteEverything',
  'entry.restore',
  'entry.setMetadata',
]);
