/** Items of quick access: keys of favourites and keys copied before, entries to choose a key of, locked sessions. */
import { CornerDownRight, LockOpen, Star } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { EntryPlace, WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import { vault } from '../api/client.ts';
import { followPath, isEntry } from '../parts/palette/follow-path.ts';
import { once, prepared, type PaletteItem, type PreparedItem } from '../parts/palette/palette-item.ts';
import { copyItems, itemOfPlace } from '../parts/palette/place-items.ts';
import { samePlace } from '../workspace/tabs.ts';

export interface QuickItemsOf {
  /** More than one session is open: each item names its own. */
  readonly several: boolean;
  /** Shows the keys of an entry. */
  readonly onKeys: (place: EntryPlace) => void;
}

/** Items of an unlocked session, from what its workspace remembers (undefined: not loaded yet); each entry once. */
export function itemsOfSession(
  session: SessionView,
  memory: WorkspaceMemory | undefined,
  { several, onKeys }: QuickItemsOf,
): readonly PreparedItem[] {
  if (memory === undefined) return [];
  const { sessionId } = session;
  const { favourites, recents, tabs, uses = [] } = memory;
  const mounts = [...tabs, ...recents, ...favourites].map(({ mount }) => mount);
  const copies = copyItems(sessionId, { favourites, uses, mounts });
  const places = (section: string, list: readonly EntryPlace[], icon?: LucideIcon): readonly PaletteItem[] =>
    list
      .filter(
        (one) => isEntry(one) && !copies.some(({ entry }) => entry !== undefined && samePlace(entry, one)),
      )
      .map((one) => ({ ...itemOfPlace(one, '', onKeys, icon), section }));
  return once([
    ...copies.map((item) => ({ ...item, kind: '', section: 'Copy' })),
    ...places('Favourites', favourites, Star),
    ...places('Recent', recents),
  ]).map((item) =>
    prepared({
      ...item,
      id: `${sessionId} ${item.id}`,
      ...(several ? { detail: `${session.name} · ${item.detail}` } : {}),
    }),
  );
}

/** Item that follows a typed path: `path#key` is copied, an entry shows its keys. */
export function typedItem(
  session: SessionView,
  text: string,
  { several, onKeys }: QuickItemsOf,
): readonly PaletteItem[] {
  const path = text.trim();
  if (!path.includes('/')) return [];
  return [
    {
      id: `${session.sessionId} typed`,
      label: path,
      detail: several ? session.name : '',
      kind: path.includes('#') ? 'Copy' : 'Keys',
      icon: CornerDownRight,
      mono: true,
      stays: true,
      run: async ({ signal }) => {
        const followed = await followPath(session, path, signal);
        if (followed.kind === 'copied') return;
        const place = followed.kind === 'place' ? followed.place : followed.keys[0]?.place;
        if (place !== undefined && isEntry(place)) onKeys(place);
      },
    },
  ];
}

/** Item that unlocks a session: main asks for its token in the secure prompt. */
export function unlockItem(
  { sessionId, name, address, inKeychain }: SessionView,
  onUnlocked: () => Promise<unknown>,
): PreparedItem {
  return prepared({
    id: `${sessionId} unlock`,
    label: `Unlock ${name}…`,
    detail: address,
    kind: inKeychain === true ? 'Keychain' : '',
    section: 'Locked',
    icon: LockOpen,
    stays: true,
    run: async () => {
      await vault.session.reauthenticate({
        sessionId,
        ...(inKeychain === true ? { fromKeychain: true } : {}),
      });
      await onUnlocked();
    },
  });
}
