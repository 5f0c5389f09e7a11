/** Palette items for entries, folders and mounts, and for keys of entries. */
import { Copy, FileKey, Folder } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { EntryPlace, WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';
import { copiedKey, copyId } from '../../workspace/uses.ts';
import { copiedLabel, copyKeyOf } from '../value/copy-key.ts';
import { isEntry } from './follow-path.ts';
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
  return {
    id: `open ${mount.path}${path}`,
    label: path === '' ? mount.path : path.slice(cut),
    detail: path === '' ? '' : mount.path + path.slice(0, cut),
    kind,
    icon: isFolder ? Folder : icon,
    mono: true,
    ...(isEntry({ mount, path }) ? { entry: { mount, path } } : {}),
    run: () => open({ mount, path }),
  };
}

/** Palette item that copies one key of an entry not open here. */
function itemOfCopiedKey(sessionId: string, { mount, path }: EntryPlace, key: string): PaletteItem {
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

interface CopiesOf extends Required<Pick<WorkspaceMemory, 'favourites' | 'uses'>> {
  readonly mounts: readonly Mount[];
}

/** Palette items of the keys chosen for favourites, and of those copied before from a known mount. */
export function copyItems(sessionId: string, { favourites, uses, mounts }: CopiesOf): readonly PaletteItem[] {
  const chosen = favourites.flatMap(({ mount, path, copyKey }) =>
    copyKey === undefined ? [] : [itemOfCopiedKey(sessionId, { mount, path }, copyKey)],
  );
  const copied = uses.flatMap(({ id }) => {
    const use = copiedKey(id);
    const mount = mounts.find(({ path }) => path === use?.mount);
    return use === undefined || mount === undefined
      ? []
      : [itemOfCopiedKey(sessionId, { mount, path: use.path }, use.key)];
  });
  return [...chosen, ...copied];
}
