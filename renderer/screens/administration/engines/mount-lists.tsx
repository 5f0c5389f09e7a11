import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { appErrorOf, query } from '../../../api/client.ts';
import { engineNamesQuery } from '../../../api/console.ts';
import { Text } from '../../../ui/layout.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { OpenForms } from '../open-forms.ts';
import { listableFolders } from './listable-folders.ts';
import { toned } from '../../../ui/tone.ts';
import css from '../administration.module.css';

export interface MountListsProps {
  readonly session: SessionView;
  readonly mount: Mount;
}

const columns: readonly Column<string>[] = [
  { title: 'Name', width: 0, share: 1, mono: true, text: (name) => name },
];

/**
 * The roles, users and keys of a mount: the folders that the server's description marks as listable. A folder is
 * listed only once the user chooses it; a name leads to its form, which reads nothing on its own either.
 */
export function MountLists({ session, mount }: MountListsProps) {
  const catalogue = useRead(session, query('console.catalogue', { sessionId: session.sessionId }));
  const [folder, setFolder] = useState('');
  const folders = listableFolders(catalogue.data?.paths ?? [], mount.path);
  if (folders.length === 0) return null;
  return (
    <>
      <div className={css['folders']}>
        <Text as="h3" tone="dim" size={12}>
          Lists
        </Text>
        <Segmented
          label="What to list"
          value={folder}
          options={folders.map((value) => ({ value, label: value.replace(/\/$/, '') }))}
          onValue={setFolder}
        />
      </div>
      {folder !== '' && <Names key={folder} session={session} mount={mount} folder={folder} />}
    </>
  );
}

function Names({ session, mount, folder }: MountListsProps & { readonly folder: string }) {
  const openForms = use(OpenForms);
  const names = useQuery(engineNamesQuery(session.sessionId, mount.path, folder));
  if (names.isError) return <Problem error={appErrorOf(names.error)} title="Not listed" />;
  if (names.data === undefined) return <Skeleton rows={3} rowHeight="line" />;
  if (names.data.length === 0) return <p className={toned('dim')}>None.</p>;
  return (
    <Table
      label={folder}
      rows={names.data}
      columns={columns}
      keyOf={(name) => name}
      onOpen={(name) => openForms(mount, folder + name)}
    />
  );
}
