import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { grouped } from '../../shared/vault/counted.ts';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { namespacesQuery } from '../api/session.ts';
import { useRead, type Read } from '../parts/read/use-read.ts';
import { namespaceName } from '../parts/session/namespace-name.ts';
import { Highlighted } from '../parts/tree/highlighted.tsx';
import { fold } from '../parts/tree/name-list.ts';
import { classes } from '../ui/classes.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { NameText } from '../ui/marked-text.tsx';
import { useRowHeight } from '../ui/row-heights.ts';
import { paintedRows, useRowWindow } from '../ui/row-window.ts';
import type { OfferedNamespace } from '../parts/session/other-namespaces.ts';
import { Note } from '../ui/layout.tsx';
import { filteredRows, namespaceRows, type NamespaceRow } from './namespaces.ts';
import namesCss from '../ui/name-rows.module.css';
import css from './namespace-list.module.css';

export interface NamespaceListProps {
  readonly session: SessionView;
  /** Open and recent namespaces. */
  readonly offered: readonly OfferedNamespace[];
  /** Error of the last attempt to open one. */
  readonly error: AppError | undefined;
  readonly busy: boolean;
  readonly onOpen: (namespace: string) => void;
}

/** Maximum number of rows visible without scrolling. */
const rowsShown = 12;

/** Combobox of reachable namespaces (WAI-ARIA): type to filter, arrows select, Enter opens. */
export function NamespaceList({ session, offered, error, busy, onOpen }: NamespaceListProps) {
  const { sessionId, namespace: here } = session;
  const children = useRead(session, namespacesQuery(sessionId));
  const [text, setText] = useState('');
  const [wanted, setChosen] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight('name');
  const listId = useId();
  const rows = filteredRows(namespaceRows(here, offered, children.data ?? []), text, here);
  const view = useRowWindow(box, rows.length, rowHeight);
  const chosen = Math.min(wanted, rows.length - 1);
  const needle = fold(text.trim());

  const choose = (index: number): void => {
    setChosen(index);
    view.scrollToRow(index);
  };
  const open = (index: number): void => {
    const row = rows[index];
    if (row !== undefined && !busy) onOpen(row.namespace);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = rows.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: chosen === last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
      PageDown: Math.min(last, chosen + rowsShown),
      PageUp: Math.max(0, chosen - rowsShown),
    };
    const to = moves[event.key];
    if (event.key === 'Enter') open(chosen);
    else if (to !== undefined) choose(Math.max(0, to));
    else return;
    event.preventDefault();
  };
  const indexOf = (event: MouseEvent): number => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    return Number(row?.getAttribute('data-index') ?? -1);
  };
  return (
    <div className={css['switcher']}>
      <input
        autoFocus
        type="text"
        role="combobox"
        aria-label="Namespace"
        aria-expanded={rows.length > 0}
        aria-autocomplete="list"
        aria-controls={listId}
        {...(chosen < 0 ? {} : { 'aria-activedescendant': `${listId}-${String(chosen)}` })}
        placeholder="Filter, or type a path"
        spellCheck={false}
        autoComplete="off"
        className={css['input']}
        data-mono
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          choose(0);
        }}
        onKeyDown={keyDown}
      />
      <ErrorPanel error={error} title="The namespace was not opened" />
      <div
        ref={box}
        id={listId}
        role="listbox"
        aria-label="Namespaces"
        className={css['list']}
        style={{ height: Math.min(rows.length, rowsShown) * rowHeight }}
        hidden={rows.length === 0}
        onScroll={view.onScroll}
        onPointerMove={(event) => {
          const index = indexOf(event);
          if (index >= 0 && index !== chosen) setChosen(index);
        }}
        onPointerUp={(event) => open(indexOf(event))}
      >
        <div role="presentation" className={namesCss['rows']} style={{ height: view.totalHeight }}>
          {paintedRows(view, chosen).map((index) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <div
                  key={index}
                  id={`${listId}-${String(index)}`}
                  role="option"
                  aria-selected={index === chosen}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  data-index={index}
                  className={classes(namesCss['row'], css['row'], index === chosen && css['chosen'])}
                  style={{ transform: `translateY(${String(index * rowHeight)}px)` }}
                  title={row.namespace}
                >
                  <bdi className={css['name']} data-mono>
                    {row.what === 'typed' ? (
                      <NameText text={row.namespace} />
                    ) : (
                      <Highlighted name={namespaceName(row.namespace)} needle={needle} />
                    )}
                  </bdi>{' '}
                  <span className={css['what']}>{words[row.what]}</span>
                </div>
              )
            );
          })}
        </div>
      </div>
      <Note size={12} role="status">
        {busy ? 'Opening…' : noteOf(children)}
      </Note>
    </div>
  );
}

const words: Readonly<Record<NamespaceRow['what'], string>> = {
  open: 'open',
  recent: 'recent',
  parent: 'parent',
  child: '',
  typed: 'as typed',
};

/** One-line note about the child namespaces. */
function noteOf({ data, error, costs }: Read<readonly string[]>): string {
  if (costs) return 'A token with limited uses serves one session only.';
  if (error !== undefined)
    return error.kind === 'forbidden'
      ? `Needs list on ${error.path ?? 'sys/namespaces/'}. Type a path.`
      : error.message;
  const count = data?.length;
  if (count === undefined) return 'Loading…';
  if (count === 0) return 'No child namespaces.';
  return `${grouped(count)} child ${count === 1 ? 'namespace' : 'namespaces'}, opened with the same token.`;
}
