/** Menu of the rows that are selected together. */
import { Copy } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { PlaceInTree } from '../../parts/tree/tree-selection.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { MenuItem } from '../../ui/menu-popup.tsx';

/** Items for several places of a session. */
export function selectionMenu(places: readonly PlaceInTree[]): MenuItem[] {
  return [
    {
      label: `Copy ${counted(places.length, 'path')}`,
      icon: Copy,
      key: 'copyNames',
      onSelect: () => void copyPaths(places),
    },
  ];
}

/** Copies the paths, one a line. */
export function copyPaths(places: readonly PlaceInTree[]): Promise<void> {
  const paths = places.map(({ mount, path }) => mount.path + path);
  return copyPlainText(paths.join('\n'), counted(paths.length, 'path'));
}
