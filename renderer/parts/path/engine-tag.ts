import type { Mount } from '../../../shared/vault/mount.ts';

/** How a mount's engine is named beside it; a cubbyhole's path says it already. */
export function engineTag(mount: Mount): string {
  switch (mount.engine) {
    case 'kv2':
      return 'kv v2';
    case 'kv1':
      return 'kv v1';
    case 'cubbyhole':
      return '';
    case 'other':
      return mount.type;
  }
}
