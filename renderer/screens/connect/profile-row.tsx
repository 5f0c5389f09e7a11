import { Copy, Trash2 } from 'lucide-react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import css from './profile-list.module.css';

export interface ProfileRowProps {
  readonly profile: Profile;
  /** The letters of its badge. */
  readonly letters: string;
  readonly chosen: boolean;
  /** Its form has unsaved input. */
  readonly changed: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** One remembered connection: its badge, name, environment, address and last use. */
export function ProfileRow(props: ProfileRowProps) {
  const { profile, letters, chosen, changed, onChoose, onOpen, onDuplicate, onRemove } = props;
  const { name, address, colour, environment = '', lastUsed } = profile;
  return (
    <li className={css['profile']} {...(chosen ? { 'data-chosen': '' } : {})}>
      <button
        type="button"
        className={css['profileButton']}
        data-listed
        {...(chosen ? { 'aria-current': 'true' as const } : {})}
        onClick={onChoose}
        onDoubleClick={onOpen}
        onKeyDown={(event) => {
          // Enter on the chosen one connects: the keyboard counterpart of the double click.
          if (event.key !== 'Enter' || !chosen) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <ProfileBadge small hidden colour={colour} letters={letters} />
        <Stack as="span" shrinks grow>
          <Text weight={550} leading={18} cut>
            {name}
          </Text>
          <span className={css['profileAddress']}>
            {environment !== '' && <span className={css['environment']}>{environment} · </span>}
            {address.replace(/^https:\/\//, '')}
          </span>
        </Stack>
        <Text tone="dim" size={11} nowrap>
          {changed ? (
            <Text tone="warn" weight={550}>
              not saved
            </Text>
          ) : (
            lastUsed !== '' && <RelativeTime iso={lastUsed} />
          )}
        </Text>
      </button>
      <span className={css['rowActions']}>
        <IconButton small icon={Copy} label={`Duplicate ${name}`} onClick={onDuplicate} />
        <IconButton small icon={Trash2} label={`Forget ${name}`} onClick={onRemove} />
      </span>
    </li>
  );
}
