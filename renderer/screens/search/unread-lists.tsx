import { TriangleAlert } from 'lucide-react';
import type { JobEnd, UnreadBySearch } from '../../../shared/ipc/contract.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import css from './search.module.css';

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
      <Disclosure
        title={
          <Row as="span" align="center" gap={6} tone="warn">
            <Icon of={TriangleAlert} size={14} />
            {what} could not be read
          </Row>
        }
      >
        <ul className={css['unread']} data-selectable>
          {rows.slice(0, 500).map(({ sessionId, path, reason }) => (
            <li key={`${sessionId} ${path}`}>
              <span data-mono>{path}</span>
              {connectionOf !== undefined && ` on ${connectionOf(sessionId)}`} {reason}
            </li>
          ))}
          {rows.length - 500 + untold > 0 && (
            <li>and {grouped(Math.max(0, rows.length - 500) + untold)} more</li>
          )}
        </ul>
      </Disclosure>
    );
  return (
    <>
      {list(namespaces, counted(namespaces.length, 'namespace'), 0)}
      {list(folders, counted(folders.length, 'folder'), entries.length === 0 ? more : 0)}
      {list(entries, entries.length === 1 ? '1 entry' : `${grouped(entries.length + more)} entries`, more)}
    </>
  );
}
