/** Actions of the entry in front for the palette and the keyboard: its menus, its edit button, copying each key. */
import { Copy, PanelRight, Pencil, Send } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { PathForm } from '../../parts/path/path-forms.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { announce } from '../../ui/announce.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { menuActions, useActions, type OfferedAction } from '../../workspace/action-registry.ts';
import { copyId } from '../../workspace/uses.ts';

/** View state of an entry, and the callbacks of its header. */
export interface EntryHeaderProps {
  readonly session: SessionView;
  readonly mount: Mount;
  readonly path: string;
  readonly view: EntryView | undefined;
  /** Set while it is written without having been read. */
  readonly mode: 'create' | 'patch' | undefined;
  /** It is being read: its chips and buttons keep their places. */
  readonly loading: boolean;
  /** The requested version; undefined: the current one. */
  readonly version: number | undefined;
  /** The newest version, if known. */
  readonly newest: number | undefined;
  /** The version on screen is not the current one. */
  readonly old: boolean;
  readonly forms: readonly PathForm[];
  /** Its tab is the active one. */
  readonly inFront: boolean;
  readonly editing: boolean;
  readonly raw: boolean;
  readonly detailsOpen: boolean;
  readonly mayEdit: boolean;
  readonly onReveal: (folder: string) => void;
  readonly onEdit: () => void;
  readonly onRaw: () => void;
  readonly onRefresh: () => void;
  readonly onDetails: () => void;
  readonly onCurrent: () => void;
}

/** The palette lists no keys above this number; the entry's own filter finds them. */
const keysListed = 500;

interface Menus {
  readonly copies: readonly MenuItem[];
  readonly more: readonly MenuItem[];
  readonly share: () => void;
}

/** Registers the actions while the entry's tab is in front. */
export function useEntryActions(
  props: EntryHeaderProps,
  place: PlaceOfEntry,
  { copies, more, share }: Menus,
): void {
  useActions(() => {
    const { inFront, editing, mayEdit, view, detailsOpen, onEdit, onDetails } = props;
    if (!inFront) return [];
    const where = { group: 'Entry', region: 'main' } as const;
    const reading: OfferedAction[] = editing
      ? []
      : [
          {
            id: 'entry.edit',
            label: 'Edit',
            icon: Pencil,
            key: 'edit',
            ...where,
            disabled: !mayEdit,
            run: onEdit,
          },
          ...(view === undefined
            ? []
            : [
                {
                  id: 'entry.share',
                  label: 'Share…',
                  also: 'wrap send',
                  icon: Send,
                  key: 'share',
                  ...where,
                  run: share,
                } as const,
              ]),
          ...menuActions(copies, { id: 'entry', ...where }),
        ];
    const details: OfferedAction = {
      id: 'entry.details',
      label: detailsOpen ? 'Hide details' : 'Show details',
      icon: PanelRight,
      key: 'details',
      ...where,
      run: onDetails,
    };
    const keys = editing || view === undefined ? [] : view.keys.slice(0, keysListed);
    return [
      ...keys.map(({ key }) => copyOf(place, view?.entryId ?? '', key)),
      ...reading,
      ...menuActions(more, { id: 'entry', ...where }),
      details,
    ];
  });
}

function copyOf(place: PlaceOfEntry, entryId: string, key: string): OfferedAction {
  const { mount, path } = place;
  const label = `${path.slice(path.lastIndexOf('/') + 1)} › ${key}`;
  return {
    id: copyId(mount.path, path, key),
    label,
    group: 'Copy',
    also: 'copy',
    icon: Copy,
    region: 'main',
    run: () => {
      vault.entry.copy({ entryId, key }).then(
        ({ problem }) => announce(problem ?? `Copied ${label}.`),
        (caught: unknown) => {
          const error = appErrorOf(caught);
          if (error.kind === 'cancelled') return;
          askAction({ kind: 'failed', place, title: `${label} was not copied`, error });
        },
      );
    },
  };
}
