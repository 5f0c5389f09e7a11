/** Maps the token's capabilities on each API path of an entry to words for a screen. */
import type { EntryRights } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { capabilitiesSelf } from '../../vault/api/capabilities.ts';
import type { Caller } from '../../vault/api/caller.ts';

/** Asks `sys/capabilities-self` for the API paths of an entry (or a folder: an empty path or a trailing slash). */
export async function entryRights(caller: Caller, mount: Mount, path: string): Promise<EntryRights> {
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
  if (mount.engine !== 'kv2') {
    const [own, list] = [mount.path + path, mount.path + folder];
    const may = await permissions(caller, [own, list]);
    return {
      read: may(own, 'read'),
      create: may(own, 'create'),
      update: may(own, 'update'),
      patch: false,
      delete: may(own, 'delete'),
      list: may(list, 'list'),
      undelete: false,
      destroy: false,
      deleteAll: may(own, 'delete'),
      readMetadata: false,
    };
  }
  const at = (family: string, name: string): string => `${mount.path}${family}/${name}`;
  const [data, metadata] = [at('data', path), at('metadata', path)];
  const [remove, undelete, destroy] = [at('delete', path), at('undelete', path), at('destroy', path)];
  const list = at('metadata', folder);
  const may = await permissions(caller, [data, metadata, remove, undelete, destroy, list]);
  return {
    read: may(data, 'read'),
    create: may(data, 'create'),
    update: may(data, 'update'),
    patch: may(data, 'patch'),
    delete: may(data, 'delete') || may(remove, 'update'),
    list: may(list, 'list'),
    undelete: may(undelete, 'update'),
    destroy: may(destroy, 'update'),
    deleteAll: may(metadata, 'delete'),
    readMetadata: may(metadata, 'read'),
  };
}

async function permissions(
  caller: Caller,
  paths: readonly string[],
): Promise<(path: string, capability: string) => boolean> {
  const found = await capabilitiesSelf(caller, [...new Set(paths)]);
  return (path, capability) => {
    const capabilities = found.get(path);
    // Unknown capabilities disable nothing: the server decides on the attempt.
    if (capabilities === undefined) return true;
    return !capabilities.has('deny') && (capabilities.has('root') || capabilities.has(capability));
  };
}
