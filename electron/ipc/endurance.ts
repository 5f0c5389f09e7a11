/** What happens to a call that is under way when its page goes. */
import type { CallName } from '../../shared/ipc/contract.ts';

/** Calls whose answer exists once, or may; neither a cancel nor the end of the page may abort them. */
export const uncancellable: ReadonlySet<CallName> = new Set<CallName>([
  'wrapping.unwrap',
  'wrapping.rewrap',
  'wrapping.wrap',
  'token.create',
  // A GET may mint a credential.
  'console.send',
]);

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
  // Its token is made for nobody else.
  'login.aside',
  'wrapping.unwrap',
  'wrapping.rewrap',
  'wrapping.wrap',
  'wrapping.cancel',
  'token.create',
  'token.renew',
  'token.revoke',
  'system.unseal',
  'system.resetUnseal',
  'console.send',
]);
