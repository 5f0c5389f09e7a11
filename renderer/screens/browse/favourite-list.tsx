import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  Copy,
  Database,
  FileKey,
  Folder,
  FolderTree,
  Pin,
  StarOff,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { perSession } from '../../api/per-session.ts';
import { classes } from '../../ui/classes.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { useFavourites, type Favourites } from '../../workspace/favourites.ts';
import { samePlace } from '../../workspace/tabs.ts';
import { useWorkspace } from '../../workspace/workspace.tsx';
import css from './favourite-list.module.css';
import rowsCss from './name-rows.module.css';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { Text } from '../../ui/layout.tsx';

/** Collapsed state of the section; kept while the session is open. */
const sectionOf = perSession(() => ({ closed: false }));

interface OpenMenu {
  readonly place: EntryPlace;
  readonly x: number;
  readonly y: number;
}

/**
 * Starred places above the tree; hidden without favourites. One tab stop: arrows move, Space previews, Enter opens a
 * pinned tab, Delete removes, Alt and an arrow reorders.
 */
export function FavouriteList({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const { activeEntry } = useWorkspace();
  const favourites = useFavourites(session);
  const open = useOpenPlace(sessionId);
  const section = sectionOf(sessionId);
  const [closed, setClosed] = useState(section.closed);
  const [menu, setMenu] = useState<OpenMenu>();
  const id = useId();
  const { places } = favourites;
  const { list, stop, setStop, focus, move, remove } = useFavouriteRows(favourites);
  if (places.length === 0) return null;

  const keyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const place = places[index];
    if (place === undefined || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && event.altKey) move(index, step);
    else if (event.altKey) return;
    else if (step !== 0) focus(index + step);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(places.length - 1);
    else if (event.key === 'Enter') open(place, 'pin');
    else if (event.key === 'Delete') remove(index);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      setMenu({ place, x: left + 40, y: bottom });
    } else return;
    event.preventDefault();
  };
  const menuItems = (place: EntryPlace): readonly MenuItem[] => {
    const index = places.findIndex((other) => samePlace(other, place));
    return favouriteMenu(place, sessionId, {
      open: () => open(place, 'pin'),
      moveUp: index <= 0 ? undefined : () => move(index, -1),
      moveDown: index === places.length - 1 ? undefined : () => move(index, 1),
      remove: () => remove(index),
    });
  };
  return (
    <section className={css['section']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={css['heading']}>
        <button
          type="button"
          className={css['toggle']}
          aria-expanded={!closed}
          aria-controls={`${id}-list`}
          onClick={() => {
            section.closed = !closed;
            setClosed(!closed);
          }}
        >
          <Icon of={closed ? ChevronRight : ChevronDown} size={14} />
          Favourites
        </button>
      </h2>
      <ul ref={list} id={`${id}-list`} className={css['list']} hidden={closed} data-listed>
        {places.map((place, index) => {
          const shown = activeEntry !== undefined && samePlace(activeEntry, place);
          return (
            <li key={place.mount.path + place.path}>
              <button
                type="button"
                tabIndex={index === stop ? 0 : -1}
                className={classes(css['row'], shown && rowsCss['selected'])}
                title={place.mount.path + place.path}
                {...(shown ? { 'aria-current': 'true' as const } : {})}
                onFocus={() => setStop(index)}
                onClick={(event: MouseEvent) => open(place, event.detail >= 2 ? 'pin' : 'preview')}
                onContextMenu={(event) => {
                  event.preventDefault();
                  setMenu({ place, x: event.clientX, y: event.clientY });
                }}
                onKeyDown={(event) => keyDown(event, index)}
              >
                <Icon of={iconOf(place)} size={15} className={css['glyph']} />
                <PlaceName place={place} />
              </button>
            </li>
          );
        })}
      </ul>
      {menu !== undefined && (
        <ContextMenu at={menu} items={menuItems(menu.place)} onClose={() => setMenu(undefined)} />
      )}
    </section>
  );
}

/** The rows of the list: a single tab stop, and the focus follows a row that moves or goes. */
function useFavouriteRows({ places, move, remove }: Favourites) {
  const list = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState(0);
  const buttons = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
  return {
    list,
    stop: Math.min(stop, places.length - 1),
    setStop,
    focus: (index: number): void => {
      const at = Math.max(0, Math.min(places.length - 1, index));
      setStop(at);
      buttons()[at]?.focus();
    },
    remove: (index: number): void => {
      const place = places[index];
      if (place === undefined) return;
      const next = buttons()[index + 1] ?? buttons()[index - 1];
      remove(place);
      setStop(Math.max(0, Math.min(places.length - 2, index)));
      if (next === undefined) document.querySelector<HTMLElement>('[role=tree]')?.focus();
      else next.focus();
    },
    move: (index: number, by: number): void => {
      const place = places[index];
      if (place === undefined || places[index + by] === undefined) return;
      move(place, by);
      setStop(index + by);
    },
  };
}

interface FavouriteMenuActions {
  readonly open: () => void;
  /** Undefined for the first one. */
  readonly moveUp: (() => void) | undefined;
  /** Undefined for the last one. */
  readonly moveDown: (() => void) | undefined;
  readonly remove: () => void;
}

function favouriteMenu(
  place: EntryPlace,
  sessionId: string,
  { open, moveUp, moveDown, remove }: FavouriteMenuActions,
): readonly MenuItem[] {
  const isEntry = iconOf(place) === FileKey;
  return [
    ...(isEntry ? [{ label: 'Open and keep', icon: Pin, key: 'open' as const, onSelect: open }] : []),
    {
      label: 'Show in the tree',
      icon: FolderTree,
      onSelect: () => {
        void treeOf(sessionId).reveal(place.mount.path, place.path);
      },
    },
    ...(isEntry
      ? [
          {
            label: 'Copy…',
            icon: Copy,
            onSelect: () =>
              askAction({ kind: 'copy-key', place: { sessionId, mount: place.mount, path: place.path } }),
          },
        ]
      : []),
    'separator',
    {
      label: 'Move up',
      icon: ArrowUp,
      key: 'favouriteUp',
      disabled: moveUp === undefined,
      onSelect: () => moveUp?.(),
    },
    {
      label: 'Move down',
      icon: ArrowDown,
      key: 'favouriteDown',
      disabled: moveDown === undefined,
      onSelect: () => moveDown?.(),
    },
    'separator',
    {
      label: 'Remove from favourites',
      icon: StarOff,
      key: 'favouriteRemove',
      onSelect: remove,
    },
  ];
}

/** The last name comes first and whole; its folder follows, and shrinks if space is short. */
function PlaceName({ place }: { readonly place: EntryPlace }) {
  const whole = place.mount.path + place.path;
  const slash = whole.replace(/\/$/, '').lastIndexOf('/') + 1;
  return (
    <>
      <span className={css['name']} data-mono>
        {whole.slice(slash)}
      </span>
      <Text shrinks push tone="dim" size={11} cut>
        {whole.slice(0, slash)}
      </Text>
    </>
  );
}

function iconOf({ path }: EntryPlace): LucideIcon {
  if (path === '') return Database;
  return path.endsWith('/') ? Folder : FileKey;
}
