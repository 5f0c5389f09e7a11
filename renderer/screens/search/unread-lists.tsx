import type { JobEnd, UnreadBySearch } from '../../../shared/ipc/contract.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { UnreadList } from '../../ui/unread-list.tsx';

/** Namespaces, folders and entries that a search could not read, apart, each with the reason. */
export function UnreadLists({
  unread,
  end,
  connectionOf,
}: {
  readonly unread: readonly UnreadBySearch[];
  readonly end: JobEnd;
  readonly connectionOf: ((sessionId: string) => string) | undefined;
}) {
  const namespaces = unread.filter(({ ofNamespace }) => ofNamespace);
  const others = unread.filter(({ ofNamespace }) => ofNamespace !== true);
  const folders = others.filter(({ path }) => path.endsWith('/'));
  const entries = others.filter(({ path }) => !path.endsWith('/'));
  const more = Math.max(0, end.unreadCount - unread.length);
  const list = (rows: readonly UnreadBySearch[], what: string, untold: number) =>
    rows.length > 0 && (
      <UnreadList
        what={what}
        rows={rows.map(({ sessionId, path, reason }) => ({ path, reason, on: connectionOf?.(sessionId) }))}
        more={untold}
      />
    );
  return (
    <>
      {list(namespaces, counted(namespaces.length, 'namespace'), 0)}
      {list(folders, counted(folders.length, 'folder'), entries.length === 0 ? more : 0)}
      {list(entries, entries.length === 1 ? '1 entry' : `${grouped(entries.length + more)} entries`, more)}
    </>
  );
}
