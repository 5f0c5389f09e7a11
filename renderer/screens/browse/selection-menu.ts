/** Menu of the rows that are selected together. */
import { Copy } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import { exportItem } from '../../parts/entry-actions/entry-menu.ts';
import type { PlaceInTree } from '../../parts/tree/tree-selection.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { MenuItem } from '../../ui/menu-popup.tsx';

/** Items for several places of a session. */
export function selectionMenu(sessionId: string, places: readonly PlaceInTree[]): MenuItem[] {
  const exported = places
    .filter(({ mount }) => mount.engine !== 'other')
    .map(({ mount, path }) => ({ sessionId, mount: mount.path, path }));
  return [
    {
      label: `Copy ${counted(places.length, 'path')}`,
      icon: Copy,
      key: 'copyNames',
      onSelect: () => void copyPaths(places),
    },
    ...(exported.length === 0 ? [] : [exportItem(sessionId, exported)]),
  ];
}

/** Copies the paths, one a line. */
export function copyPaths(places: readonly PlaceInTree[]): Promise<void> {
  const paths = places.map(({ mount, path }) => mount.path + path);
  return copyPlainText(paths.join('\n'), counted(paths.length, 'path'));
}
