import { useQuery } from '@tanstack/react-query';
import { Download, Plus, Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { byLastLogin, manyProfiles } from '../../../shared/vault/connection.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { query } from '../../api/client.ts';
import { importProfiles, removeProfile } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Text } from '../../ui/layout.tsx';
import { Mark } from '../../ui/mark.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './profile-list.module.css';
import { ProfileRow } from './profile-row.tsx';

const ExportDialog = lazily(() => import('./export-dialog.tsx'), 'ExportDialog');
const ImportDialog = lazily(() => import('./import-dialog.tsx'), 'ImportDialog');

export interface ProfileListProps {
  readonly ref: RefObject<HTMLElement | null>;
  readonly chosenId: string | undefined;
  /** Connections with unsaved input. */
  readonly changedIds: ReadonlySet<string>;
  /** The user has changed the form of a connection that is not remembered yet. */
  readonly newTouched: boolean;
  /** Undefined: a new connection. */
  readonly onChoose: (profileId: string | undefined) => void;
  /** Called by double click, or Enter on the chosen one: chooses it and connects. */
  readonly onOpen: (profile: Profile) => void;
  readonly onDuplicate: (profile: Profile) => void;
  /** The error of the latest duplication. */
  readonly duplicateFailure: AppError | undefined;
  readonly onRemoved: (profileId: string) => void;
  /** Content below the connections. */
  readonly children?: ReactNode;
}

/** Remembered connections, the last used first. */
export function ProfileList(props: ProfileListProps) {
  const { chosenId, changedIds, newTouched, onChoose, onOpen, onDuplicate, onRemoved } = props;
  const profiles = useQuery(query('profile.list', {})).data;
  const badges = useBadges().ofProfile;
  const importing = useAction();
  const [imported, setImported] = useState<Output<'profile.import'>>();
  const [filter, setFilter] = useState('');
  const removing = useAction();
  const [exporting, setExporting] = useState(false);
  const sorted = profiles?.toSorted(byLastLogin) ?? [];
  const shown = sorted.filter((profile) => matches(profile, filter));
  const problem = props.duplicateFailure ?? removing.failure;

  return (
    // In a narrow window it is visible only while it has the focus, which a click anywhere in it gives.
    <aside
      ref={props.ref}
      className={css['list']}
      data-region="side"
      aria-label="Remembered connections"
      tabIndex={-1}
    >
      <div className={css['brand']}>
        <Mark />
        Strongroom
      </div>
      <div className={css['head']}>
        <Text as="h2" tone="dim" size={12} weight={600}>
          Connections
        </Text>
        {(chosenId !== undefined || newTouched) && (
          <IconButton
            small
            icon={Plus}
            label="New connection"
            {...(chosenId === undefined ? { 'aria-current': 'true' as const } : {})}
            onClick={() => onChoose(undefined)}
          />
        )}
      </div>
      {sorted.length >= manyProfiles && (
        <FilterBox label="Find a connection" text={filter} onText={setFilter} className={css['filter']} />
      )}
      <ul className={css['profiles']}>
        {shown.map((profile) => (
          <ProfileRow
            key={profile.profileId}
            profile={profile}
            letters={badges.get(profile.profileId) ?? ''}
            chosen={profile.profileId === chosenId}
            changed={changedIds.has(profile.profileId)}
            onChoose={() => onChoose(profile.profileId)}
            onOpen={() => onOpen(profile)}
            onDuplicate={() => onDuplicate(profile)}
            onRemove={() => {
              void removing.run(async (client) => {
                await removeProfile(client, profile.profileId);
                onRemoved(profile.profileId);
              });
            }}
          />
        ))}
        {profiles?.length === 0 && (
          <li className={css['none']}>Servers you log in to are remembered here. Their tokens are not.</li>
        )}
        {sorted.length > 0 && shown.length === 0 && (
          <li className={css['none']}>No name or address contains “{filter}”.</li>
        )}
      </ul>
      {props.children}
      {problem !== undefined && (
        <p role="alert" className={css['problem']}>
          {problem.message}
        </p>
      )}
      <div className={css['transfer']}>
        <Button
          small
          variant="ghost"
          icon={Download}
          disabled={importing.busy}
          onClick={() => void importing.run(async (client) => setImported(await importProfiles(client)))}
        >
          {importing.busy ? 'Importing…' : 'Import…'}
        </Button>
        {sorted.length > 0 && (
          <Button small variant="ghost" icon={Upload} onClick={() => setExporting(true)}>
            Export…
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {exporting && (
          <ExportDialog profiles={sorted} chosenId={chosenId} onClose={() => setExporting(false)} />
        )}
        {(imported !== undefined || importing.failure !== undefined) && (
          <ImportDialog
            outcome={imported}
            error={importing.failure}
            onClose={() => {
              setImported(undefined);
              importing.forget();
            }}
          />
        )}
      </Suspense>
    </aside>
  );
}

function matches({ name, address }: Profile, filter: string): boolean {
  const text = filter.trim().toLowerCase();
  return name.toLowerCase().includes(text) || address.toLowerCase().includes(text);
}
