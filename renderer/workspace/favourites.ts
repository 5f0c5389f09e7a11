import type { SessionView } from '../../shared/ipc/contract.ts';
import type { EntryPlace, FavouritePlace } from '../../shared/vault/workspace-memory.ts';
import { announce } from '../ui/announce.tsx';
import { isFavourite, maxFavourites } from './places.ts';
import { useWorkspace, useWorkspaceActions } from './workspace.tsx';

export interface Favourites {
  /** In the user's order. */
  readonly places: readonly FavouritePlace[];
  readonly has: (place: EntryPlace) => boolean;
  readonly add: (place: EntryPlace) => void;
  readonly remove: (place: EntryPlace) => void;
  readonly toggle: (place: EntryPlace) => void;
  /** `by`: -1 moves one up. */
  readonly move: (place: EntryPlace, by: number) => void;
  /** Sets the key copied without opening; undefined clears it. */
  readonly setCopyKey: (place: EntryPlace, copyKey: string | undefined) => void;
  /** True once the maximum is reached. */
  readonly full: boolean;
}

/** Starred places of a session, kept with its profile. */
export function useFavourites({ sessionId }: Pick<SessionView, 'sessionId'>): Favourites {
  const { placesOf } = useWorkspace();
  const { setFavourite, moveFavourite, setCopyKey } = useWorkspaceActions();
  const places = placesOf(sessionId);
  const set = (place: EntryPlace, wanted: boolean): void => {
    setFavourite(sessionId, place, wanted);
    announce(`${place.mount.path}${place.path} is ${wanted ? 'a' : 'no longer a'} favourite.`);
  };
  return {
    places: places.favourites,
    full: places.favourites.length >= maxFavourites,
    has: (place) => isFavourite(places, place),
    add: (place) => set(place, true),
    remove: (place) => set(place, false),
    toggle: (place) => set(place, !isFavourite(places, place)),
    setCopyKey: (place, copyKey) => setCopyKey(sessionId, place, copyKey),
    move: (place, by) => moveFavourite(sessionId, place, by),
  };
}
