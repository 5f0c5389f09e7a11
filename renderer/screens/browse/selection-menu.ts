/** Menu items that work on many entries: of rows selected together, and of a folder. They lead to a plan. */
import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  FilePen,
  FolderInput,
  FolderSync,
  ListChecks,
  Trash2,
} from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import { exportItem } from '../../parts/entry-actions/entry-menu.ts';
import type { PlaceInTree } from '../../parts/tree/tree-selection.ts';
import type { MenuAction, MenuItem } from '../../ui/menu-popup.tsx';
import { copyPaths } from './copy-paths.ts';
import type { TreeHands as Hands } from './use-tree-hands.ts';

/** Items for several places of a session. */
export function selectionMenu(places: readonly PlaceInTree[], hands: Hands): MenuItem[] {
  const { sessionId } = hands;
  const folders = places.filter(({ path }) => isFolderPath(path));
  const [left, right] = folders;
  const exported = places.map(({ mount, path }) => ({ sessionId, mount: mount.path, path }));
  return [
    ...placeItems(places, hands),
    { label: 'Rename…', icon: FilePen, onSelect: () => hands.plan(places, 'rename') },
    { label: 'Change many…', icon: ListChecks, onSelect: () => hands.plan(places, 'set-key') },
    ...(places.length === 2 && left !== undefined && right !== undefined
      ? [{ label: 'Compare folders', icon: FolderSync, onSelect: () => hands.compare(left, right) }]
      : []),
    'separator',
    {
      label: `Copy ${counted(places.length, 'path')}`,
      icon: Copy,
      key: 'copyNames',
      onSelect: () => void copyPaths(places),
    },
    exportItem(sessionId, exported),
    'separator',
    deleteItem(places, hands),
  ];
}

/** Items for a folder or a mount; a mount has no other name here. */
export function folderMenu(folder: PlaceInTree, hands: Hands): MenuItem[] {
  const places = [folder];
  return [
    ...placeItems(places, hands),
    ...(folder.path === ''
      ? []
      : [
          {
            label: 'Rename…',
            icon: FilePen,
            key: 'rename' as const,
            onSelect: () => hands.plan(places, 'move', folder),
          },
        ]),
    { label: 'Change many…', icon: ListChecks, onSelect: () => hands.plan(places, 'set-key') },
    { label: 'Compare with…', icon: FolderSync, onSelect: () => hands.compare(folder) },
    {
      label: 'Paste names…',
      icon: ClipboardPaste,
      key: 'pasteNames',
      onSelect: () => hands.paste(folder),
    },
    'separator',
    deleteItem(places, hands),
    'separator',
  ];
}

function placeItems(places: readonly PlaceInTree[], hands: Hands): MenuAction[] {
  return [
    { label: 'Copy to…', icon: CopyPlus, onSelect: () => hands.plan(places, 'copy') },
    { label: 'Move to…', icon: FolderInput, onSelect: () => hands.plan(places, 'move') },
  ];
}

function deleteItem(places: readonly PlaceInTree[], hands: Hands): MenuAction {
  return {
    label: 'Delete…',
    icon: Trash2,
    key: 'deleteNames',
    danger: true,
    onSelect: () => hands.remove(places),
  };
}
