/** Reasons an action is unavailable, from capabilities already queried. With unknown capabilities it is offered. */
import type { EntryRights } from '../../../shared/vault/entry.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { isVersioned } from './words.ts';

export type Deed = 'update' | 'delete' | 'undelete' | 'destroy' | 'deleteAll';

/** Missing capability for an action, as a short sentence; undefined if granted or unknown. */
export function missingRight(
  { mount, path }: PlaceOfEntry,
  rights: EntryRights | undefined,
  deed: Deed,
): string | undefined {
  if (rights === undefined || rights[deed]) return undefined;
  const at = (family: string): string => `${mount.path}${family}/${path}`;
  if (!isVersioned(mount)) return needs(deed === 'update' ? 'update' : 'delete', mount.path + path);
  switch (deed) {
    case 'update':
      return needs('update', at('data'));
    case 'delete':
      return needs('delete', at('data'));
    case 'undelete':
      return needs('update', at('undelete'));
    case 'destroy':
      return needs('update', at('destroy'));
    case 'deleteAll':
      return needs('delete', at('metadata'));
  }
}

function needs(capability: string, path: string): string {
  return `Needs “${capability}” on ${path}`;
}
