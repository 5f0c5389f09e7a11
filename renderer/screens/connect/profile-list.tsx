import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Profile } from '../../../shared/vault/connection.ts';
import { profilesQuery } from '../../api/profiles.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { initials } from '../shell/initials.ts';
import css from './profile-list.module.css';

const RemoveProfileDialog = lazy(() =>
  import('./remove-profile-dialog.tsx').then((module) => ({ default: module.RemoveProfileDialog })),
);

export interface ProfileListProps {
  readonly chosenId: string | undefined;
  readonly onChoose: (profile: Profile) => void;
  /** Double click or Enter: choose it and log in. */
  readonly onOpen: (profile: Profile) => void;
  readonly onRemoved: (profileId: string) => void;
}

/** Remembered connections, the last used first. */
export function ProfileList({ chosenId, onChoose, onOpen, onRemoved }: ProfileListProps) {
  const profiles = useQuery(profilesQuery()).data;
  const [removing, setRemoving] = useState<Profile>();
  const sorted = profiles?.toSorted((a, b) => b.lastUsed.localeCompare(a.lastUsed)) ?? [];
  return (
    <aside className={css['list']} data-region="side" aria-label="Remembered connections">
      <div className={css['brand']}>
        <Mark />
        Strongroom
      </div>
      <h2 className={css['listTitle']}>Connections</h2>
      <ul className={css['profiles']}>
        {sorted.map((profile) => (
          <li
            key={profile.profileId}
            className={css['profile']}
            {...(profile.profileId === chosenId ? { 'data-chosen': '' } : {})}
          >
            <button
              type="button"
              className={css['profileButton']}
              {...(profile.profileId === chosenId ? { 'aria-current': 'true' as const } : {})}
              onClick={() => {
                onChoose(profile);
              }}
              onDoubleClick={() => {
                onOpen(profile);
              }}
            >
              <span className={css['badge']} data-colour={profile.colour} aria-hidden="true">
                {initials(profile.name)}
              </span>
              <span className={css['profileText']}>
                <span className={css['profileName']}>{profile.name}</span>
                <span className={css['profileAddress']}>{profile.address.replace(/^https:\/\//, '')}</span>
              </span>
              <span className={css['used']}>
                {profile.lastUsed !== '' && <RelativeTime iso={profile.lastUsed} />}
              </span>
            </button>
            <IconButton
              small
              icon={Trash2}
              label={`Forget ${profile.name}`}
              className={css['remove']}
              onClick={() => {
                setRemoving(profile);
              }}
            />
          </li>
        ))}
        {profiles?.length === 0 && (
          <li className={css['none']}>Servers you log in to are remembered here. Their tokens are not.</li>
        )}
      </ul>
      <Suspense fallback={null}>
        {removing !== undefined && (
          <RemoveProfileDialog
            profile={removing}
            onClose={() => {
              setRemoving(undefined);
            }}
            onRemoved={() => {
              onRemoved(removing.profileId);
            }}
          />
        )}
      </Suspense>
    </aside>
  );
}
