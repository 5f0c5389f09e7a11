import { ArrowLeft, FileKey, Folder, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { JobEnd, SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { longestLine } from '../../ui/longest-line.ts';
import { Highlighted } from '../../parts/tree/highlighted.tsx';
import { fold } from '../../parts/tree/name-list.ts';
import namesCss from '../../ui/name-rows.module.css';
import rowsCss from './name-rows.module.css';
import { useRowHeight } from '../../ui/row-heights.ts';
import { paintedRows, useRowWindow } from '../../ui/row-window.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './search-panel.module.css';
import type { SearchScope, SearchSnapshot, SearchStore } from '../../parts/tree/search-store.ts';
import { searchOf } from '../../parts/tree/search-store.ts';
import { Row, Stack, Text } from '../../ui/layout.tsx';

/** Search below a folder: walks every folder under it, showing results so far. */
export function SearchPanel({ session }: { readonly session: SessionView }) {
  const search = searchOf(session.sessionId);
  const snapshot = useStore(search);
  const input = useRef<HTMLInputElement>(null);
  const { scope, text, running, error, end } = snapshot;
  useEffect(() => {
    input.current?.focus();
  }, [scope]);
  if (scope === undefined) return null;
  const back = (): void => search.close();
  return (
    <Stack
      as="section"
      grow
      low
      aria-label={scope.others === undefined ? 'Search below a folder' : 'Search names everywhere'}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          back();
        }
      }}
    >
      <header className={css['header']}>
        <IconButton icon={ArrowLeft} small label="Back to the tree" onClick={back} />
        <span className={css['scope']}>
          {scope.others === undefined ? (
            <>
              Below{' '}
              <span data-mono title={scope.mount.path + scope.path}>
                {scope.mount.path + scope.path}
              </span>
            </>
          ) : (
            `Everywhere: ${counted(scope.others.length + 1, 'mount')}`
          )}
        </span>
      </header>
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void search.start();
        }}
      >
        <input
          ref={input}
          type="text"
          aria-label="Part of a name"
          placeholder="Part of a name"
          spellCheck={false}
          autoComplete="off"
          className={css['input']}
          maxLength={longestLine}
          value={text}
          onChange={(event) => search.setText(event.target.value)}
        />
        {running ? (
          <Button small onClick={() => void search.cancel()}>
            Cancel
          </Button>
        ) : (
          <Button small variant="primary" type="submit">
            Search
          </Button>
        )}
      </form>
      {error !== undefined && (
        <div className={css['problem']}>
          <ErrorPanel error={error} title="The search could not be started" />
        </div>
      )}
      <p className={css['progress']} role="status">
        {progressText(snapshot)}
      </p>
      {end?.error !== undefined && (
        <div className={css['problem']}>
          <ErrorPanel error={end.error} title="The search stopped before its end" />
        </div>
      )}
      {end !== undefined && end.unreadCount > 0 && <Unread end={end} />}
      {snapshot.foundCount > 0 && (
        <Found session={session} search={search} snapshot={snapshot} scope={scope} />
      )}
    </Stack>
  );
}

interface FoundProps {
  readonly session: SessionView;
  readonly search: SearchStore;
  readonly snapshot: SearchSnapshot;
  readonly scope: SearchScope;
}

function Found({ session, search, snapshot, scope }: FoundProps) {
  const { activeEntry } = useWorkspace();
  const { openEntry } = useWorkspaceActions();
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight('name');
  const view = useRowWindow(box, snapshot.foundCount, rowHeight);
  const [active, setActive] = useState(0);
  const baseId = useId();
  const needle = fold(snapshot.searchedFor ?? '');
  const everywhere = scope.others !== undefined;

  const open = (index: number, pin: boolean): void => {
    const found = search.foundAt(index);
    setActive(index);
    if (found === undefined) return;
    const { mount, path } = found;
    if (path.endsWith('/') || mount.engine === 'other') {
      search.close();
      void treeOf(session.sessionId).reveal(mount.path, path);
    } else openEntry(mount, path, pin ? { pin: true } : { keepFocus: true });
  };
  const keyDown = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: snapshot.foundCount - 1,
      PageDown: active + view.pageRows,
      PageUp: active - view.pageRows,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const next = Math.max(0, Math.min(snapshot.foundCount - 1, to));
      setActive(next);
      view.scrollToRow(next);
    } else if (event.key === 'Enter') open(active, true);
    else if (event.key === ' ') open(active, false);
    else return;
    event.preventDefault();
  };
  const indexOf = (event: MouseEvent): number => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    return Number(row?.getAttribute('data-index') ?? -1);
  };
  return (
    <div
      ref={box}
      role="listbox"
      aria-label="Found"
      tabIndex={0}
      aria-activedescendant={`${baseId}-${String(active)}`}
      className={classes(rowsCss['list'], css['found'])}
      onScroll={view.onScroll}
      onKeyDown={keyDown}
      onClick={(event) => {
        const index = indexOf(event);
        if (index >= 0) open(index, event.detail >= 2);
      }}
    >
      <div role="presentation" className={namesCss['rows']} style={{ height: view.totalHeight }}>
        {paintedRows(view, active).map((index) => {
          const found = search.foundAt(index);
          if (found === undefined) return null;
          const { mount, path } = found;
          const shown = activeEntry?.mount.path === mount.path && activeEntry.path === path;
          return (
            <div
              key={index}
              id={`${baseId}-${String(index)}`}
              role="option"
              aria-selected={shown}
              aria-setsize={snapshot.foundCount}
              aria-posinset={index + 1}
              data-index={index}
              className={classes(
                namesCss['row'],
                rowsCss['row'],
                css['row'],
                index === active && rowsCss['active'],
                shown && rowsCss['selected'],
              )}
              style={{ transform: `translateY(${String(index * rowHeight)}px)` }}
              title={mount.path + path}
            >
              <Icon of={path.endsWith('/') ? Folder : FileKey} size={15} className={css['glyph']} />
              <FoundName
                path={everywhere ? mount.path + path : path.slice(scope.path.length)}
                needle={needle}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The matching name comes first and whole; its folder follows, and shrinks if space is short. */
function FoundName({ path, needle }: { readonly path: string; readonly needle: string }) {
  const slash = path.replace(/\/$/, '').lastIndexOf('/') + 1;
  const name = path.slice(slash);
  return (
    <>
      <span className={css['name']} data-mono>
        <Highlighted name={name} needle={needle} />
      </span>
      <Text shrinks tone="dim" size={12} cut>
        {path.slice(0, slash)}
      </Text>
    </>
  );
}

function Unread({ end }: { readonly end: JobEnd }) {
  const more = end.unreadCount - end.unread.length;
  return (
    <div className={css['unread']}>
      <Disclosure
        title={
          <Row as="span" align="center" gap={6} tone="warn">
            <Icon of={TriangleAlert} size={14} />
            {counted(end.unreadCount, 'folder')} could not be read
          </Row>
        }
      >
        <ul className={css['unreadList']} data-selectable>
          {end.unread.map(({ path, reason }) => (
            <li key={path}>
              <span data-mono>{path === '' ? 'the mount itself' : path}</span> {reason}
            </li>
          ))}
          {more > 0 && <li>and {grouped(more)} more</li>}
        </ul>
      </Disclosure>
    </div>
  );
}

function progressText({ running, progress, end, foundCount, searchedFor }: SearchSnapshot): string {
  if (running) {
    if (progress === undefined) return 'Starting…';
    return `${grouped(foundCount)} found · ${counted(progress.foldersRead, 'folder')} read, ${grouped(
      progress.foldersWaiting,
    )} waiting · ${counted(progress.namesSeen, 'name')}`;
  }
  if (end !== undefined) {
    const looked = `${counted(end.namesSeen, 'name')} in ${counted(end.foldersRead, 'folder')}`;
    switch (end.outcome) {
      case 'done':
        return foundCount === 0
          ? `Nothing holds “${searchedFor ?? ''}” among ${looked}.`
          : `${grouped(foundCount)} found among ${looked}.`;
      case 'cancelled':
        return `Cancelled: ${grouped(foundCount)} found so far, among ${looked}.`;
      case 'stopped':
        return `${grouped(foundCount)} found before it stopped, among ${looked}.`;
    }
  }
  return searchedFor === undefined
    ? 'Reads the list of every folder below, one request each. Empty text finds everything.'
    : '';
}
