import type { Mount } from '../../../shared/vault/mount.ts';

/** Engine tag of a mount; empty for a cubbyhole, whose path is its name. */
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
