import { Star } from 'lucide-react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { announce } from '../ui/announce.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import css from './favourites.module.css';
import { favouritesKept } from './places.ts';
import { isFavourite } from './workspace-state.ts';
import { useWorkspace } from './workspace.tsx';

export interface Favourites {
  /** In the person's order. */
  readonly places: readonly EntryPlace[];
  readonly has: (place: EntryPlace) => boolean;
  readonly add: (place: EntryPlace) => void;
  readonly remove: (place: EntryPlace) => void;
  readonly toggle: (place: EntryPlace) => void;
  /** `by`: -1 is one up. */
  readonly move: (place: EntryPlace, by: number) => void;
  /** No more can be added. */
  readonly full: boolean;
}

/** The places a person has starred in a session; kept with its profile. */
export function useFavourites({ sessionId }: Pick<SessionView, 'sessionId'>): Favourites {
  const { placesOf, setFavourite, moveFavourite } = useWorkspace();
  const places = placesOf(sessionId);
  const set = (place: EntryPlace, wanted: boolean): void => {
    setFavourite(sessionId, place, wanted);
    announce(`${place.mount.path}${place.path} is ${wanted ? 'a' : 'no longer a'} favourite.`);
  };
  return {
    places: places.favourites,
    full: places.favourites.length >= favouritesKept,
    has: (place) => isFavourite(places, place),
    add: (place) => {
      set(place, true);
    },
    remove: (place) => {
      set(place, false);
    },
    toggle: (place) => {
      set(place, !isFavourite(places, place));
    },
    move: (place, by) => {
      moveFavourite(sessionId, place, by);
    },
  };
}

export interface FavouriteButtonProps {
  readonly session: Pick<SessionView, 'sessionId'>;
  readonly mount: Mount;
  /** Below the mount; a folder ends with a slash. */
  readonly path: string;
}

/** The star that makes a place a favourite, or no longer one. */
export function FavouriteButton({ session, mount, path }: FavouriteButtonProps) {
  const { has, toggle, full } = useFavourites(session);
  const place = { mount, path };
  const is = has(place);
  const label = is
    ? 'Remove from favourites'
    : full
      ? `There are ${String(favouritesKept)} favourites: remove one first`
      : 'Add to favourites';
  return (
    <IconButton
      icon={Star}
      label={label}
      aria-pressed={is}
      disabled={full && !is}
      className={is ? css['starred'] : undefined}
      onClick={() => {
        toggle(place);
      }}
    />
  );
}
