import type { ProfileColour } from '../../../shared/vault/connection.ts';
import { classes } from '../../ui/classes.ts';
import css from './profile-badge.module.css';

export interface ProfileBadgeProps {
  readonly colour: ProfileColour;
  readonly letters: string | undefined;
  readonly small?: boolean;
  /** Fits into a line of text. */
  readonly tiny?: boolean;
  /** Hides it from screen readers, because its name is beside it. */
  readonly hidden?: boolean;
}

/** The letters of a connection on its colour. */
export function ProfileBadge({
  colour,
  letters,
  small = false,
  tiny = false,
  hidden = false,
}: ProfileBadgeProps) {
  return (
    <span
      className={classes(css['look'], css['badge'], small && css['small'], tiny && css['tiny'])}
      data-colour={colour}
      {...(hidden ? { 'aria-hidden': true } : {})}
    >
      {letters}
    </span>
  );
}
