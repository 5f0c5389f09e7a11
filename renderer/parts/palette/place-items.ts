/** Palette items for entries, folders and mounts, and for keys of entries. */
import { Copy, FileKey, Folder } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { copyId } from '../../workspace/uses.ts';
import { copiedLabel, copyKeyOf } from '../value/copy-key.ts';
import type { PaletteItem } from './palette-item.ts';

/** Palette item that opens an entry, folder or mount. */
export function itemOfPlace(
  { mount, path }: EntryPlace,
  kind: string,
  open: (place: EntryPlace) => void,
  icon: LucideIcon = FileKey,
): PaletteItem {
  const isFolder = path === '' || path.endsWith('/');
  const cut = path.replace(/\/$/, '').lastIndexOf('/') + 1;
  const isEntry = !isFolder && mount.engine !== 'other';
  return {
    id: `open ${mount.path}${path}`,
    label: path === '' ? mount.path : path.slice(cut),
    detail: path === '' ? '' : mount.path + path.slice(0, cut),
    kind,
    icon: isFolder ? Folder : icon,
    mono: true,
    ...(isEntry ? { entry: { mount, path } } : {}),
    run: () => open({ mount, path }),
  };
}

/** Palette item that copies one key of an entry not open here. */
export function itemOfCopiedKey(sessionId: string, { mount, path }: EntryPlace, key: string): PaletteItem {
  const cut = path.lastIndexOf('/') + 1;
  return {
    id: copyId(mount.path, path, key),
    label: copiedLabel(path, key),
    detail: mount.path + path.slice(0, cut),
    kind: 'Copy',
    also: 'copy',
    icon: Copy,
    mono: true,
    entry: { mount, path },
    stays: true,
    run: () => copyKeyOf(sessionId, { mount, path }, key),
  };
}
