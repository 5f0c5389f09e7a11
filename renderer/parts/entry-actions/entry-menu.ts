/** Menu items for an entry as a whole, in the header or on its tree row. */
import {
  Columns3,
  CopyPlus,
  Eraser,
  FileClock,
  FileOutput,
  FilePen,
  GitCompareArrows,
  SlidersHorizontal,
  Send,
  SquarePlay,
  Trash2,
  Undo2,
  UserRoundSearch,
} from 'lucide-react';
import type { EntryRights } from '../../../shared/vault/entry.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import type { MenuAction, MenuItem } from '../../ui/menu-popup.tsx';
import { askAction } from './actions.ts';
import { missingRight, type Deed } from './rights-reasons.ts';
import { runDeleteEverything, runDestroy, runUndelete } from './run.ts';
import { deletePermanently, isVersioned } from './words.ts';

export interface EntryMenuContext {
  readonly place: PlaceOfEntry;
  /** Open in main: actions need not read it again. */
  readonly entryId?: string | undefined;
  /** Shown version. */
  readonly version?: number | undefined;
  /** Number of the current version, if known. */
  readonly current?: number | undefined;
  /** True if an older version is shown. */
  readonly old?: boolean;
  /** State of the shown version, if known. */
  readonly gone?: 'deleted' | 'destroyed' | undefined;
  /** Names of its keys, if known. */
  readonly keys?: readonly string[] | undefined;
  /** Name of the connection in references; undefined: it is not saved. */
  readonly connection: string | undefined;
  /** Capabilities of the token, if known. */
  readonly rights?: EntryRights | undefined;
  /** True if a share button is beside the menu. */
  readonly shared?: boolean;
}

/** Share, copy, move, compare, settings. */
export function entryMenu(context: EntryMenuContext): MenuItem[] {
  const { place, version, old = false, rights } = context;
  const entryId = context.entryId === undefined ? {} : { entryId: context.entryId };
  const keys = context.keys === undefined ? {} : { keys: context.keys };
  const asked = old && version !== undefined ? { version } : {};
  const current = context.current === undefined ? {} : { current: context.current };
  const restore: MenuAction[] =
    old && version !== undefined
      ? [
          {
            label: 'Restore as new version…',
            icon: FileClock,
            ...refused(place, rights, 'update'),
            onSelect: () => askAction({ kind: 'restore', place, version, ...entryId, ...current }),
          },
        ]
      : [];
  const share: MenuAction[] =
    context.shared === true
      ? []
      : [
          {
            label: 'Share…',
            icon: Send,
            key: 'share',
            onSelect: () =>
              askAction({ kind: 'share', place, ...entryId, ...(version === undefined ? {} : { version }) }),
          },
        ];
  return [
    ...restore,
    ...share,
    {
      label: old ? 'Duplicate this version…' : 'Duplicate…',
      icon: CopyPlus,
      key: 'duplicate',
      onSelect: () => askAction({ kind: 'duplicate', place, ...entryId, ...asked }),
    },
    ...(old
      ? []
      : [
          {
            label: 'Rename or move…',
            icon: FilePen,
            key: 'rename' as const,
            ...refused(place, rights, 'delete'),
            onSelect: () => askAction({ kind: 'rename', place, ...entryId }),
          },
        ]),
    {
      label: 'Compare with…',
      icon: GitCompareArrows,
      onSelect: () => askAction({ kind: 'compare', place, ...asked }),
    },
    {
      label: 'Compare environments…',
      icon: Columns3,
      onSelect: () => askAction({ kind: 'environments', sessionId: place.sessionId, from: place }),
    },
    {
      label: 'Use in a program…',
      icon: SquarePlay,
      ...(context.connection === undefined
        ? { disabled: true, reason: 'Save this connection first: references use its name.' }
        : {}),
      onSelect: () => askAction({ kind: 'use-in-program', place, ...asked, ...keys }),
    },
    ...settingsMenu(place),
    exportItem(place.sessionId, [
      { sessionId: place.sessionId, mount: place.mount.path, path: place.path, ...versionOf(asked) },
    ]),
    {
      label: 'Who changed this?',
      icon: UserRoundSearch,
      onSelect: () => askAction({ kind: 'who-changed', place }),
    },
  ];
}

function versionOf({ version }: { readonly version?: number }): Pick<SelectedPlace, 'versions'> {
  return version === undefined ? {} : { versions: [version] };
}

/** The item that exports places of a session. */
export function exportItem(sessionId: string, places: readonly SelectedPlace[]): MenuAction {
  return {
    label: 'Export…',
    icon: FileOutput,
    onSelect: () => askAction({ kind: 'export', sessionId, places }),
  };
}

/** Settings items, for engines that have settings. */
export function settingsMenu(place: PlaceOfEntry): MenuItem[] {
  if (!isVersioned(place.mount)) return [];
  return [
    {
      label: 'Edit metadata…',
      icon: SlidersHorizontal,
      onSelect: () => askAction({ kind: 'metadata', place }),
    },
  ];
}

/** Deletion items: four on KV v2, one elsewhere. Main asks about irreversible ones. */
export function removalMenu(context: Omit<EntryMenuContext, 'connection'>): MenuItem[] {
  const { place, version, rights } = context;
  if (!isVersioned(place.mount))
    return [
      {
        label: deletePermanently,
        icon: Trash2,
        danger: true,
        ...refused(place, rights, 'delete'),
        onSelect: () => void runDeleteEverything(place),
      },
    ];
  const { gone } = context;
  const current = context.current === undefined ? {} : { current: context.current };
  const named = version === undefined ? '' : ` version ${String(version)}`;
  const remove: MenuAction = {
    label: `Delete${named}…`,
    icon: Trash2,
    danger: true,
    ...refused(place, rights, 'delete'),
    onSelect: () =>
      askAction({ kind: 'delete', place, versions: version === undefined ? [] : [version], ...current }),
  };
  const bringBack = (wanted: number): MenuAction => ({
    label: `Undelete${named}`,
    icon: Undo2,
    ...refused(place, rights, 'undelete'),
    onSelect: () => void runUndelete(place, [wanted]),
  });
  const destroy = (wanted: number): MenuAction => ({
    label: `Destroy${named}…`,
    icon: Eraser,
    danger: true,
    ...refused(place, rights, 'destroy'),
    onSelect: () => void runDestroy(place, [wanted]),
  });
  return [
    ...(gone === undefined ? [remove] : []),
    ...(gone === 'deleted' && version !== undefined ? [bringBack(version)] : []),
    ...(gone !== 'destroyed' && version !== undefined ? [destroy(version)] : []),
    {
      label: 'Delete everything…',
      icon: Trash2,
      danger: true,
      ...refused(place, rights, 'deleteAll'),
      onSelect: () => void runDeleteEverything(place),
    },
  ];
}

/** `disabled` with its reason, if the token is known to lack the right. */
export function refused(
  place: PlaceOfEntry,
  rights: EntryRights | undefined,
  deed: Deed,
): Pick<MenuAction, 'disabled' | 'reason'> {
  const reason = missingRight(place, rights, deed);
  return reason === undefined ? {} : { disabled: true, reason };
}
