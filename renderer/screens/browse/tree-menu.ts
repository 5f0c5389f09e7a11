/** Menu items for one row of the tree. */
import {
  Boxes,
  ClipboardCheck,
  Copy,
  FileBraces,
  FileInput,
  FileKey,
  FilePlus2,
  FolderSearch,
  Pin,
  RefreshCw,
  ShieldQuestionMark,
  SlidersHorizontal,
  TableProperties,
} from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { MenuAction, MenuItem } from '../../ui/menu-popup.tsx';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { entryMenu, exportItem, removalMenu } from '../../parts/entry-actions/entry-menu.ts';
import { listPolicy, pathForms } from '../../parts/path/path-forms.ts';
import { referenceForm, referredConnection } from '../../parts/path/references.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import type { PlaceInTree } from '../../parts/tree/tree-selection.ts';
import type { TreeRow } from '../../parts/tree/tree-model.ts';

export interface TreeMenuActions {
  readonly open: (how: 'preview' | 'pin') => void;
  readonly refresh: () => void;
  /** Opens the forms of an engine without a screen of its own. */
  readonly openForms: () => void;
  readonly searchBelow: () => void;
  readonly openTable: () => void;
  readonly importInto: () => void;
  /** Items that work on all entries of a folder. */
  readonly ofFolder: (folder: PlaceInTree) => readonly MenuItem[];
  /** Compares the entries below a folder with their templates. */
  readonly findDeviations: () => void;
}

/** The menu of a row. An entry is read only once one of its items is chosen. */
export function treeMenu(row: TreeRow, session: SessionView, actions: TreeMenuActions): MenuItem[] {
  const refresh: MenuAction = {
    label: row.kind === 'entry' ? 'Refresh this folder' : 'Refresh',
    icon: RefreshCw,
    key: 'refresh',
    onSelect: actions.refresh,
  };
  if (row.kind === 'note') return [refresh];
  const { sessionId, health } = session;
  const copies = copyActions([
    ...pathForms(row.mount, row.path, health.kind),
    ...(row.kind === 'entry' ? referenceForm(session, row) : []),
  ]);
  const forms: MenuItem[] =
    row.mount.engine === 'other'
      ? [{ label: 'Open forms…', icon: Boxes, onSelect: actions.openForms }, 'separator']
      : [];
  if (row.kind === 'entry') {
    if (row.mount.engine === 'other') return [...forms, refresh, 'separator', ...copies];
    const open = (how: 'preview' | 'pin') => () => actions.open(how);
    const place = { sessionId, mount: row.mount, path: row.path };
    return [
      { label: 'Open', icon: FileKey, key: 'preview', onSelect: open('preview') },
      { label: 'Open and keep', icon: Pin, key: 'open', onSelect: open('pin') },
      'separator',
      ...entryMenu({ place, connection: referredConnection(session) }),
      'separator',
      ...copies,
      'separator',
      refresh,
      'separator',
      ...removalMenu({ place }),
    ];
  }
  const missing: MenuItem[] =
    row.folder?.error?.kind === 'forbidden'
      ? [
          'separator',
          {
            label: 'Copy the policy rule that is missing',
            icon: Copy,
            onSelect: () => void copyPlainText(listPolicy(row.mount, row.path), 'Policy rule'),
          },
          {
            label: 'Why was I refused?',
            icon: ShieldQuestionMark,
            onSelect: () => {
              const { path = row.mount.path + row.path, method } = row.folder?.error ?? {};
              askAction({ kind: 'why-refused', sessionId, path, method });
            },
          },
        ]
      : [];
  const creation: MenuItem[] =
    row.mount.engine === 'other'
      ? forms
      : [
          {
            label: 'New entry…',
            icon: FilePlus2,
            key: 'newEntry',
            onSelect: () => askAction({ kind: 'new-entry', sessionId, mount: row.mount, folder: row.path }),
          },
          'separator',
        ];
  const settings: MenuItem[] =
    row.mount.engine === 'kv2' && row.path === ''
      ? [
          'separator',
          {
            label: 'Mount settings…',
            icon: SlidersHorizontal,
            onSelect: () => askAction({ kind: 'mount-config', sessionId, mount: row.mount }),
          },
        ]
      : [];
  return [
    ...creation,
    refresh,
    { label: 'Search below this folder', icon: FolderSearch, onSelect: actions.searchBelow },
    ...(row.mount.engine === 'other'
      ? []
      : [
          {
            label: 'Open as table',
            icon: TableProperties,
            key: 'folderTable' as const,
            onSelect: actions.openTable,
          },
          { label: 'Import…', icon: FileInput, onSelect: actions.importInto },
          exportItem(sessionId, [{ sessionId, mount: row.mount.path, path: row.path }]),
          { label: 'Compare with templates', icon: ClipboardCheck, onSelect: actions.findDeviations },
          {
            label: 'Template file…',
            icon: FileBraces,
            onSelect: () =>
              askAction({ kind: 'template-file', sessionId, mount: row.mount, folder: row.path }),
          },
        ]),
    'separator',
    ...(row.mount.engine === 'other' ? [] : actions.ofFolder({ mount: row.mount, path: row.path })),
    ...copies,
    ...missing,
    ...settings,
  ];
}

/** Menu items that copy the forms of a path. */
function copyActions(forms: readonly { name: string; text: string }[]): MenuAction[] {
  return forms.map(({ name, text }) => ({
    label: `Copy ${/^(?:API|CLI)/.test(name) ? name : name.toLowerCase()}`,
    icon: Copy,
    ...(name === 'Path' ? { key: 'copyPath' as const } : {}),
    onSelect: () => void copyPlainText(text, name),
  }));
}
