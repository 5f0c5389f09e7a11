/** What the palette offers while a session is in front: all of it is known already, nothing is asked of the server. */
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Copy, FileKey, Folder, PanelLeft, Server, Star } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { closeEntry, copyValue, openEntry } from '../../api/entries.ts';
import { mountsQuery } from '../../api/mounts.ts';
import { profilesQuery } from '../../api/profiles.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { announce } from '../../ui/announce.tsx';
import { offeredActions } from '../../workspace/action-registry.ts';
import type { OfferedAction } from '../../workspace/action-registry.ts';
import { keyMap } from '../../workspace/key-map.ts';
import { copiedKey, copyId } from '../../workspace/uses.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { digitOf } from '../shortcuts.ts';
import { prepared, type PaletteItem, type PreparedItem } from './palette-item.ts';

/** How many recent and favourite places stand above the actions before anything is typed. */
const placesFirst = 8;

/** An action of a menu or button, as the palette lists it. */
export function itemOfAction(action: OfferedAction): PaletteItem {
  const { id, label, group, also, icon = ArrowRight, key, hint, disabled, reason, run } = action;
  const keys = key === undefined ? hint : keyMap[key].keys;
  return {
    ...{ id, label, detail: '', kind: group, icon, run },
    ...(also === undefined ? {} : { also }),
    ...(keys === undefined ? {} : { hint: keys }),
    ...(disabled === true ? { disabled } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** An entry, folder or mount that can be gone to. */
export function itemOfPlace(
  { mount, path }: EntryPlace,
  kind: string,
  open: (place: EntryPlace) => void,
): PaletteItem {
  const isFolder = path === '' || path.endsWith('/');
  const cut = path.replace(/\/$/, '').lastIndexOf('/') + 1;
  const isEntry = !isFolder && mount.engine !== 'other';
  return {
    id: `open ${mount.path}${path}`,
    label: path === '' ? mount.path : path.slice(cut),
    detail: path === '' ? '' : mount.path + path.slice(0, cut),
    ...{ kind, icon: isFolder ? Folder : kind === 'Favourite' ? Star : FileKey, mono: true },
    ...(isEntry ? { entry: { mount, path } } : {}),
    run: () => {
      open({ mount, path });
    },
  };
}

/** One key of an entry that is not open here: main reads it, copies the value and forgets it. Nothing is revealed. */
export function itemOfCopiedKey(sessionId: string, { mount, path }: EntryPlace, key: string): PaletteItem {
  const cut = path.lastIndexOf('/') + 1;
  const label = `${path.slice(cut)} › ${key}`;
  return {
    ...{ id: copyId(mount.path, path, key), label, detail: mount.path + path.slice(0, cut) },
    ...{ kind: 'Copy', also: 'copy', icon: Copy, mono: true, stays: true },
    run: async () => {
      const { entryId } = await openEntry({ sessionId, mount: mount.path, path });
      try {
        await copyKey(entryId, key, label);
      } finally {
        // Main forgets it with the session anyway.
        void closeEntry(entryId).catch(() => undefined);
      }
    },
  };
}

/** Copies a key of an entry that main holds open, and says so. */
export async function copyKey(entryId: string, key: string, label: string): Promise<void> {
  const { problem } = await copyValue(entryId, key);
  announce(problem ?? `Copied ${label}.`);
}

/** Everything that is offered, as it was when the palette opened. */
export function useSessionItems(session: SessionView): readonly PreparedItem[] {
  const { sessionId } = session;
  const queries = useQueryClient();
  const openPlace = useOpenPlace(sessionId);
  const { sessions } = useOpenSessions();
  const { placesOf, usesOf, connecting } = useWorkspace();
  const { activate, showConnect } = useWorkspaceActions();
  const [items] = useState(() => {
    const mounts: readonly Mount[] = queries.getQueryData(mountsQuery(sessionId).queryKey) ?? [];
    const open = (place: EntryPlace): void => {
      openPlace(place, 'pin');
    };
    const { recents, favourites } = placesOf(sessionId);
    const copies = usesOf(sessionId).flatMap(({ id }) => {
      const copied = copiedKey(id);
      const mount = mounts.find(({ path }) => path === copied?.mount);
      if (copied === undefined || mount === undefined) return [];
      return [itemOfCopiedKey(sessionId, { mount, path: copied.path }, copied.key)];
    });
    const favourite = favourites.map((place) => itemOfPlace(place, 'Favourite', open));
    const starred = new Set(favourite.map(({ id }) => id));
    const recent = recents
      .map((place) => itemOfPlace(place, 'Recent', open))
      .filter(({ id }) => !starred.has(id));
    const others = sessions.flatMap((one, index): PaletteItem[] => {
      if (one.sessionId === sessionId && !connecting) return [];
      const digit = digitOf(index, sessions.length);
      return [
        {
          ...{ id: `session ${one.sessionId}`, label: one.name, detail: one.address, kind: 'Session' },
          icon: PanelLeft,
          ...(digit === '' ? {} : { hint: `Ctrl Alt ${digit}` }),
          run: () => {
            activate(one.sessionId);
          },
        },
      ];
    });
    const connections = (queries.getQueryData(profilesQuery().queryKey) ?? []).map(
      ({ profileId, name, address }): PaletteItem => ({
        ...{ id: `connection ${profileId}`, label: name, detail: address, kind: 'Connection', icon: Server },
        also: 'connect',
        run: () => {
          showConnect(profileId);
        },
      }),
    );
    const actions = offeredActions()
      .filter(({ unlisted, region }) => unlisted !== true && !(connecting && region !== undefined))
      .map(itemOfAction);
    const places = connecting
      ? []
      : [recent.slice(0, placesFirst), favourite.slice(0, placesFirst), recent.slice(placesFirst)];
    const all = [
      ...[places[0] ?? [], places[1] ?? [], copies, actions, others, connections].flat(),
      ...[places[2] ?? [], connecting ? [] : favourite.slice(placesFirst)].flat(),
    ];
    const seen = new Set<string>();
    return all.filter(({ id }) => !seen.has(id) && seen.add(id)).map(prepared);
  });
  return items;
}
