/** Menu items for one version of an entry. */
import { Eraser, FileClock, FileKey2, GitCompareArrows, SquareCheck, Trash2, Undo2 } from 'lucide-react';
import type { EntryMetadata, EntryRights, VersionFacts } from '../../../../shared/vault/entry.ts';
import type { PlaceOfEntry } from '../../../api/entry-actions.ts';
import type { MenuAction, MenuItem } from '../../../ui/menu-popup.tsx';
import { askAction } from '../../../parts/entry-actions/actions.ts';
import { refused } from '../../../parts/entry-actions/entry-menu.ts';
import { runDestroy, runUndelete } from '../../../parts/entry-actions/run.ts';
import { isDeleted, isGone } from './versions.ts';

export interface VersionMenuContext {
  readonly place: PlaceOfEntry;
  readonly metadata: EntryMetadata;
  readonly rights: EntryRights | undefined;
  readonly facts: VersionFacts;
  /** Server time, in ms since 1970. */
  readonly nowMs: number;
  readonly onOpen: (version: number) => void;
  /** Compares two versions side by side. */
  readonly onCompare: (left: number, right: number) => void;
  /** Starts choosing versions, with this one chosen. */
  readonly onSelect: (version: number) => void;
}

/** The menu of a version. */
export function versionMenu(context: VersionMenuContext): MenuItem[] {
  const { place, metadata, rights, facts, nowMs, onOpen, onCompare, onSelect } = context;
  const { version } = facts;
  const { currentVersion } = metadata;
  const readable = !isGone(facts, nowMs);
  const current = version === currentVersion;
  const currentReadable = metadata.versions.some(
    (one) => one.version === currentVersion && !isGone(one, nowMs),
  );
  const items: (MenuAction | false)[] = [
    {
      label: 'Open',
      icon: FileKey2,
      onSelect: () => onOpen(version),
    },
    readable &&
      !current &&
      currentReadable && {
        label: 'Compare with the current version',
        icon: GitCompareArrows,
        onSelect: () => onCompare(version, currentVersion),
      },
    readable && {
      label: 'Compare with…',
      icon: GitCompareArrows,
      onSelect: () => askAction({ kind: 'compare', place, ...(current ? {} : { version }) }),
    },
    {
      label: 'Select versions…',
      icon: SquareCheck,
      onSelect: () => onSelect(version),
    },
    readable &&
      !current && {
        label: 'Restore as new version…',
        icon: FileClock,
        ...refused(place, rights, 'update'),
        onSelect: () => askAction({ kind: 'restore', place, version, current: currentVersion }),
      },
    isDeleted(facts, nowMs) && {
      label: 'Undelete',
      icon: Undo2,
      ...refused(place, rights, 'undelete'),
      onSelect: () => void runUndelete(place, [version]),
    },
  ];
  const removal: (MenuAction | false)[] = [
    readable && {
      label: 'Delete…',
      icon: Trash2,
      danger: true,
      ...refused(place, rights, 'delete'),
      onSelect: () => askAction({ kind: 'delete', place, versions: [version], current: currentVersion }),
    },
    !facts.destroyed && {
      label: 'Destroy…',
      icon: Eraser,
      danger: true,
      ...refused(place, rights, 'destroy'),
      onSelect: () => void runDestroy(place, [version]),
    },
  ];
  const offered = (all: readonly (MenuAction | false)[]): MenuAction[] =>
    all.filter((item) => item !== false);
  const below = offered(removal);
  return [...offered(items), ...(below.length > 0 ? (['separator', ...below] as const) : [])];
}
