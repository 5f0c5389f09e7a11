import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { MountPath } from '../../../../shared/vault/mount.ts';
import { appErrorOf } from '../../../api/client.ts';
import { catalogueQuery, engineNamesQuery } from '../../../api/console.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWorkspaceActions } from '../../../workspace/workspace.tsx';
import { ListTable, type ListColumn } from '../list-table.tsx';
import { Problem } from '../loaded.tsx';
import { listableFolders } from './listable-folders.ts';
import css from '../administration.module.css';

export interface MountListsProps {
  readonly session: SessionView;
  /** Of the mount, e.g. `auth/userpass/`. */
  readonly apiPath: string;
}

const columns: readonly ListColumn<string>[] = [
  { title: 'Name', size: 'minmax(0, 1fr)', mono: true, text: (name) => name },
];

/**
 * The roles, users and keys of a mount: the folders that the server's description says can be listed. None is listed before
 * a person chooses it; a name leads to its form, which reads nothing by itself either.
 */
export function MountLists({ session, apiPath }: MountListsProps) {
  const limited = session.token.numUses !== 0;
  const catalogue = useQuery({ ...catalogueQuery(session.sessionId), enabled: !limited });
  const [folder, setFolder] = useState('');
  const folders = listableFolders(catalogue.data?.paths ?? [], apiPath);
  if (folders.length === 0) return null;
  return (
    <>
      <div className={css['folders']}>
        <h4 className={css['group']}>Lists</h4>
        <Segmented
          small
          label="What to list"
          value={folder}
          options={folders.map((value) => ({ value, label: value.replace(/\/$/, '') }))}
          onValue={setFolder}
        />
      </div>
      {folder !== '' && <Names key={folder} {...{ session, apiPath, folder }} />}
    </>
  );
}

function Names({ session, apiPath, folder }: MountListsProps & { readonly folder: string }) {
  const { openScreen } = useWorkspaceActions();
  const names = useQuery(engineNamesQuery(session.sessionId, apiPath as MountPath, folder));
  if (names.isError) return <Problem error={appErrorOf(names.error)} title="Not listed" />;
  if (names.data === undefined) return <Skeleton rows={3} rowHeight="line" />;
  if (names.data.length === 0) return <p className={css['dim']}>None.</p>;
  return (
    <ListTable
      label={folder}
      rows={names.data}
      columns={columns}
      keyOf={(name) => name}
      onOpen={(name) => openScreen('engine', apiPath + folder + name)}
    />
  );
}
