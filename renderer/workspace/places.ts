/** Recent and favourite places of one session, as plain data. */
import type {
  EntryPlace,
  FavouritePlace,
  RecentPlace,
  WorkspaceMemory,
} from '../../shared/vault/workspace-memory.ts';
import { samePlace } from './tabs.ts';

export type Places = Pick<WorkspaceMemory, 'recents' | 'favourites'>;

export const noPlaces: Places = { recents: [], favourites: [] };

/** Maximum number of recent places. */
export const maxRecents = 50;

/** Maximum number of favourites. */
export const maxFavourites = 500;

/** Adds a place as the most recent. */
export function withRecent(places: Places, { mount, path, openedAt }: RecentPlace): Places {
  const place = { mount, path, ...(openedAt === undefined ? {} : { openedAt }) };
  const [newest] = places.recents;
  if (newest !== undefined && samePlace(newest, place) && openedAt === undefined) return places;
  const others = places.recents.filter((other) => !samePlace(other, place));
  return { ...places, recents: [place, ...others].slice(0, maxRecents) };
}

/** Removes a deleted place from the recents; it stays a favourite, because the user added it. */
export function withoutRecent(places: Places, place: EntryPlace): Places {
  return { ...places, recents: places.recents.filter((other) => !samePlace(other, place)) };
}

/** Adds or removes a favourite; a new one comes last, if there is room. */
export function withFavourite(places: Places, favourite: FavouritePlace, wanted: boolean): Places {
  const place = favouriteAt(favourite, favourite.copyKey);
  const others = places.favourites.filter((other) => !samePlace(other, place));
  if (wanted && (others.length < places.favourites.length || others.length >= maxFavourites)) return places;
  return { ...places, favourites: wanted ? [...others, place] : others };
}

/** Sets the key copied from a favourite; undefined clears it. */
export function withCopyKey(places: Places, place: EntryPlace, copyKey: string | undefined): Places {
  const favourites = places.favourites.map((one) =>
    samePlace(one, place) ? favouriteAt(one, copyKey) : one,
  );
  return { ...places, favourites };
}

function favouriteAt({ mount, path }: EntryPlace, copyKey: string | undefined): FavouritePlace {
  return { mount, path, ...(copyKey === undefined ? {} : { copyKey }) };
}

/** Moves a favourite by that many positions, clamped to the list. */
export function withFavouriteMoved(places: Places, place: EntryPlace, by: number): Places {
  const from = places.favourites.findIndex((other) => samePlace(other, place));
  const moved = places.favourites[from];
  if (moved === undefined) return places;
  const to = Math.max(0, Math.min(places.favourites.length - 1, from + by));
  return { ...places, favourites: places.favourites.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** Points every occurrence of a renamed place to its new one. */
export function withRenamed(places: Places, from: EntryPlace, { mount, path }: EntryPlace): Places {
  const to = { mount, path };
  const renamed = <P extends EntryPlace>(list: readonly P[]): readonly P[] =>
    list.some((place) => samePlace(place, from))
      ? list
          .filter((place) => !samePlace(place, to))
          .map((place) => (samePlace(place, from) ? { ...place, ...to } : place))
      : list;
  return { recents: renamed(places.recents), favourites: renamed(places.favourites) };
}

/** Merges remembered places behind those added since the session opened. */
export function withRemembered(places: Places, memory: Places): Places {
  const capped = memory.recents.slice(0, maxRecents);
  const recents = places.recents.reduceRight(withRecent, { ...noPlaces, recents: capped }).recents;
  const remembered: Places = { ...noPlaces, favourites: memory.favourites.slice(0, maxFavourites) };
  const { favourites } = places.favourites.reduce(
    (all, place) => withFavourite(all, place, true),
    remembered,
  );
  return { recents, favourites };
}

/** True if a place is a favourite of the session. */
export function isFavourite(places: Places, place: EntryPlace): boolean {
  return places.favourites.some((other) => samePlace(other, place));
}
