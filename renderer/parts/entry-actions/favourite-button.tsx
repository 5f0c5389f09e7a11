import { Star } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFavourites } from '../../workspace/favourites.ts';
import { maxFavourites } from '../../workspace/places.ts';
import css from './favourite-button.module.css';

export interface FavouriteButtonProps {
  readonly session: Pick<SessionView, 'sessionId'>;
  readonly mount: Mount;
  /** Below the mount; a folder ends with a slash. */
  readonly path: string;
}

/** Star button that adds or removes a favourite. */
export function FavouriteButton({ session, mount, path }: FavouriteButtonProps) {
  const { has, toggle, full } = useFavourites(session);
  const place = { mount, path };
  const is = has(place);
  const label = is
    ? 'Remove from favourites'
    : full
      ? `There are ${String(maxFavourites)} favourites: remove one first`
      : 'Add to favourites';
  return (
    <IconButton
      icon={Star}
      label={label}
      aria-pressed={is}
      disabled={full && !is}
      className={is ? css['starred'] : undefined}
      onClick={() => toggle(place)}
    />
  );
}
