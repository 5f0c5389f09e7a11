/** Palette items for the front session, from known data only; no server requests. */
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, PanelLeft, Server, Star } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { query } from '../../api/client.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { focusedRegion } from '../../ui/focus.ts';
import { actionOfKey, type OfferedAction } from '../../workspace/action-registry.ts';
import type { WorkspaceActions } from '../../workspace/actions.ts';
import { listedActions } from '../../workspace/button-actions.ts';
import { keyMap } from '../../workspace/key-map.ts';
import type { Places } from '../../workspace/places.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';

import { digitOf } from '../shortcuts.ts';
import { isEntry } from '../../parts/palette/follow-path.ts';
import { copyItems, itemOfPlace } from '../../parts/palette/place-items.ts';
import { once, prepared, type PaletteItem, type PreparedItem } from '../../parts/palette/palette-item.ts';

/** Number of recent and favourite places above the actions before typing. */
const placesFirst = 8;

/** Palette item of a menu or button action; `focused`: region of the window that keys go to. */
export function itemOfAction(action: OfferedAction, focused?: string): PaletteItem {
  const { id, label, group, also, icon = ArrowRight, key, hint, disabled, reason, run } = action;
  const repeats = key !== undefined && disabled !== true && actionOfKey(key, focused)?.id !== id;
  const keys = repeats ? undefined : key === undefined ? hint : keyMap[key].keys;
  return {
    id,
    label,
    detail: '',
    kind: group,
    icon,
    run,
    ...(also === undefined ? {} : { also }),
    ...(keys === undefined ? {} : { hint: keys }),
    ...(repeats ? { repeats } : {}),
    ...(disabled === true ? { disabled } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Recent and favourite places of other sessions; opening one brings its session to the front. */
function placesElsewhere(
  { sessionId, name }: SessionView,
  { recents, favourites }: Places,
  openEntry: WorkspaceActions['openEntry'],
): readonly PaletteItem[] {
  const item = (place: EntryPlace, kind: string, icon?: LucideIcon): PaletteItem => {
    const open = ({ mount, path }: EntryPlace): void => openEntry(mount, path, { sessionId, pin: true });
    const { entry: _entry, ...shown } = itemOfPlace(place, kind, open, icon);
    return {
      ...shown,
      // Session ids are temporary: such an item is not counted.
      id: `session ${sessionId} ${shown.id}`,
      detail: `${name} · ${shown.detail}`,
    };
  };
  return [
    ...favourites.filter(isEntry).map((place) => item(place, 'Favourite', Star)),
    ...recents.filter(isEntry).map((place) => item(place, 'Recent')),
  ];
}

/** All items, as of when the palette opened. */
export function useSessionItems(session: SessionView): readonly PreparedItem[] {
  const { sessionId } = session;
  const queries = useQueryClient();
  const openPlace = useOpenPlace(sessionId);
  const { sessions } = useOpenSessions();
  const { placesOf, usesOf, connecting } = useWorkspace();
  const { activate, showConnect, openEntry } = useWorkspaceActions();
  const [items] = useState(() => {
    const focused = focusedRegion();
    const mounts: readonly Mount[] = queries.getQueryData(query('mount.list', { sessionId }).queryKey) ?? [];
    const open = (place: EntryPlace): void => openPlace(place, 'pin');
    const { recents, favourites } = placesOf(sessionId);
    const elsewhere = sessions
      .filter((one) => one.sessionId !== sessionId && one.trouble?.kind !== 'locked')
      .flatMap((one) => placesElsewhere(one, placesOf(one.sessionId), openEntry));
    const uses = usesOf(sessionId);
    const favourite = favourites.map((place) => itemOfPlace(place, 'Favourite', open, Star));
    const starred = new Set(favourite.map(({ id }) => id));
    const recent = recents
      .map((place) => itemOfPlace(place, 'Recent', open))
      .filter(({ id }) => !starred.has(id));
    const others = sessions.flatMap((one, index): PaletteItem[] => {
      if (one.sessionId === sessionId && !connecting) return [];
      const digit = digitOf(index, sessions.length);
      return [
        {
          id: `session ${one.sessionId}`,
          label: one.name,
          detail: one.address,
          kind: 'Session',
          icon: PanelLeft,
          ...(digit === '' ? {} : { hint: `Ctrl Alt ${digit}` }),
          run: () => activate(one.sessionId),
        },
      ];
    });
    const connections = (queries.getQueryData(query('profile.list', {}).queryKey) ?? []).map(
      ({ profileId, name, address }): PaletteItem => ({
        id: `connection ${profileId}`,
        label: name,
        detail: address,
        kind: 'Connection',
        icon: Server,
        also: 'connect',
        run: () => showConnect(profileId),
      }),
    );
    const actions = listedActions()
      .filter(({ region }) => !(connecting && region !== undefined))
      .map((action) => itemOfAction(action, focused));
    const places = <T>(list: readonly T[]): readonly T[] => (connecting ? [] : list);
    const under = (section: string, list: readonly PaletteItem[]): readonly PaletteItem[] =>
      list.map((item) => ({ ...item, section }));
    const all = [
      ...under('Recent', places(recent.slice(0, placesFirst))),
      ...under('Sessions', others),
      ...under('Copy', copyItems(sessionId, { favourites: places(favourites), uses, mounts })),
      ...under('Favourites', places(favourite.slice(0, placesFirst))),
      // Screens first: they are the same everywhere.
      ...under('Actions', [
        ...actions.filter(({ kind }) => kind === ''),
        ...actions.filter(({ kind }) => kind !== ''),
      ]),
      ...under('Connections', connections),
      ...under('More entries', places([...recent.slice(placesFirst), ...favourite.slice(placesFirst)])),
      ...under('Other sessions', elsewhere),
    ];
    return once(all).map(prepared);
  });
  return items;
}
