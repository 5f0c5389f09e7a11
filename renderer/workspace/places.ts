/** Recent and favourite places of one session, as plain data. */
import type { EntryPlace, FavouritePlace, WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import { samePlace } from './tabs.ts';

export type Places = Pick<WorkspaceMemory, 'recents' | 'favourites'>;

export const noPlaces: Places = { recents: [], favourites: [] };

/** How many recent places are remembered. */
export const maxRecents = 50;

/** How many favourites there can be. */
export const maxFavourites = 500;

/** With a place as the newest. */
export function withRecent(places: Places, { mount, path }: EntryPlace): Places {
  const place = { mount, path };
  const [newest] = places.recents;
  if (newest !== undefined && samePlace(newest, place)) return places;
  const others = places.recents.filter((other) => !samePlace(other, place));
  return { ...places, recents: [place, ...others].slice(0, maxRecents) };
}

/** Without a place that is gone; a favourite stays, because a person has put it there. */
export function withoutRecent(places: Places, place: EntryPlace): Places {
  return { ...places, recents: places.recents.filter((other) => !samePlace(other, place)) };
}

/** With or without a favourite; a new one comes last, while there is room. */
export function withFavourite(places: Places, favourite: FavouritePlace, wanted: boolean): Places {
  const place = favouriteAt(favourite, favourite.copyKey);
  const others = places.favourites.filter((other) => !samePlace(other, place));
  if (wanted && (others.length < places.favourites.length || others.length >= maxFavourites)) return places;
  return { ...places, favourites: wanted ? [...others, place] : others };
}

/** With the key that is copied from a favourite; undefined: none. */
export function withCopyKey(places: Places, place: EntryPlace, copyKey: string | undefined): Places {
  const favourites = places.favourites.map((one) =>
    samePlace(one, place) ? favouriteAt(one, copyKey) : one,
  );
  return { ...places, favourites };
}

function favouriteAt({ mount, path }: EntryPlace, copyKey: string | undefined): FavouritePlace {
  return { mount, path, ...(copyKey === undefined ? {} : { copyKey }) };
}

/** With a favourite moved by so many places, within the ends. */
export function withFavouriteMoved(places: Places, place: EntryPlace, by: number): Places {
  const from = places.favourites.findIndex((other) => samePlace(other, place));
  const moved = places.favourites[from];
  if (moved === undefined) return places;
  const to = Math.max(0, Math.min(places.favourites.length - 1, from + by));
  return { ...places, favourites: places.favourites.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** With every mention of a place leading to where it has gone. */
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

/** What was remembered, behind what has been done since the session opened. */
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

/** Whether a place is among a session's favourites. */
export function isFavourite(places: Places, place: EntryPlace): boolean {
  return places.favourites.some((other) => samePlace(other, place));
}
