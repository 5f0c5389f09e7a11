import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderSearch, ListChecks, RefreshCw, Star, StarOff, X } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { useStore } from '../../api/store.ts';
import { appErrorOf, cacheKey, query } from '../../api/client.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { deviationsOf } from '../../api/templates.ts';
import { Button } from '../../ui/button.tsx';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewEntryButton } from '../../parts/entry-actions/new-entry-button.tsx';
import { menuActions, useActions } from '../../workspace/action-registry.ts';
import { useOpenFolder } from '../../parts/folder/open-folder.ts';
import { useFavourites } from '../../workspace/favourites.ts';
import { keyMap } from '../../workspace/key-map.ts';
import type { Favourites } from '../../workspace/favourites.ts';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './browse-side-bar.module.css';
import { FavouriteList } from './favourite-list.tsx';
import { FilterField } from './filter-field.tsx';
import { treeMenu } from './tree-menu.ts';
import { rowAt, rowKey, type TreeRow } from '../../parts/tree/tree-model.ts';
import type { TreeSnapshot, TreeStore } from '../../parts/tree/tree-store.ts';
import { placesAt, treeSelectionOf, type TreeSelection } from '../../parts/tree/tree-selection.ts';
import { folderMenu, selectionMenu } from './selection-menu.ts';
import { refreshRow, TreeView } from './tree-view.tsx';
import { useListedAfterPlan, useTreeHands } from './use-tree-hands.ts';
import { useOpenSearch } from '../../parts/tree/open-search.ts';
import { useImport } from '../../parts/plan/hand-over.ts';
import { treeOf } from '../../parts/tree/trees.ts';

export interface BrowseSideBarProps {
  readonly session: SessionView;
  /** Shows the forms of an engine without a screen of its own; `path` below its mount, empty: the mount. */
  readonly onOpenForms: (mount: Mount, path: string) => void;
}

/** The Secrets section of the side bar: filter, tree of all mounts, search below a folder. */
export function BrowseSideBar({ session, onOpenForms }: BrowseSideBarProps) {
  const { sessionId } = session;
  const tree = treeOf(sessionId);
  const openSearch = useOpenSearch(sessionId);
  useActions(() => [
    {
      id: 'names.search',
      label: 'Search names everywhere',
      group: 'Names',
      icon: FolderSearch,
      key: 'search',
      run: () => openSearch(tree.snapshot().filterText),
    },
  ]);
  return (
    <div className={css['sideBar']}>
      <MemoryProblem session={session} />
      <FavouriteList session={session} />
      <Names key={sessionId} session={session} tree={tree} onOpenForms={onOpenForms} />
    </div>
  );
}

/** Tabs, recents and favourites that could not be restored; they are not overwritten meanwhile. */
function MemoryProblem({ session }: { readonly session: SessionView }) {
  const { memoryProblem } = useWorkspace();
  const { retryMemory } = useWorkspaceActions();
  const problem = memoryProblem(session.sessionId);
  if (problem === undefined || problem.kind === 'locked') return null;
  return (
    <div className={css['problem']}>
      <ErrorPanel
        error={problem}
        title="Tabs and favourites could not be brought back"
        actions={
          <Button small onClick={() => retryMemory(session.sessionId)}>
            Retry
          </Button>
        }
      />
    </div>
  );
}

interface NamesProps extends BrowseSideBarProps {
  readonly tree: TreeStore;
}

function Names({ session, tree, onOpenForms }: NamesProps) {
  const { sessionId } = session;
  const { setMounts } = useWorkspaceActions();
  const mounts = useQuery(query('mount.list', { sessionId }));
  useLayoutEffect(() => {
    if (mounts.data === undefined) return;
    tree.setMounts(mounts.data);
    setMounts(sessionId, mounts.data);
  }, [tree, sessionId, setMounts, mounts.data]);
  const snapshot = useStore(tree);
  const names = useRef<HTMLDivElement>(null);

  const focusTree = (): void => {
    const box = names.current?.querySelector<HTMLElement>('[role=tree]');
    box?.focus();
  };
  return (
    <>
      <div className={css['tools']}>
        <FilterField
          text={snapshot.filterText}
          counts={[snapshot.rows.matched, snapshot.rows.total]}
          onText={(text) => tree.setFilter(text)}
          onLeave={focusTree}
        />
        <NewEntryButton session={session} />
      </div>
      {/* Room for the rows, or for what is said without any, up to half of it: favourites have the rest. */}
      <Stack
        ref={names}
        grow
        style={{ minHeight: `min(50%, ${String(snapshot.rows.count || 4)} * var(--row-name))` }}
      >
        {mounts.isError ? (
          <div className={css['problem']}>
            <ErrorPanel
              error={appErrorOf(mounts.error)}
              title="The mounts could not be listed"
              actions={
                <Button small onClick={() => void mounts.refetch()}>
                  Retry
                </Button>
              }
            />
          </div>
        ) : mounts.data === undefined ? (
          <div className={css['loading']}>
            <Skeleton rows={5} rowHeight="name" />
          </div>
        ) : (
          <TreeArea session={session} tree={tree} snapshot={snapshot} onOpenForms={onOpenForms} />
        )}
      </Stack>
    </>
  );
}

function TreeArea(props: NamesProps & { readonly snapshot: TreeSnapshot }) {
  const { session, tree, snapshot, onOpenForms } = props;
  const { activeEntry } = useWorkspace();
  const { openEntry } = useWorkspaceActions();
  const queries = useQueryClient();
  const openSearch = useOpenSearch(session.sessionId);
  const openTable = useOpenTable(session.sessionId);
  const importInto = useImport(session.sessionId);
  const findDeviations = useFindDeviations(session.sessionId);
  const [menu, setMenu] = useState<{ row: TreeRow; x: number; y: number } | undefined>();
  const favourites = useFavourites(session);
  const selection = treeSelectionOf(session.sessionId);
  const selected = useStore(selection);
  const hands = useTreeHands(session);
  useListedAfterPlan(session);
  const { count } = snapshot.rows;

  const open = useCallback(
    (row: TreeRow & { readonly kind: 'entry' }, how: 'preview' | 'pin') => {
      // Reading from an unknown engine can issue a credential: its forms show the parameters, and read nothing.
      if (row.mount.engine === 'other') onOpenForms(row.mount, row.path);
      else openEntry(row.mount, row.path, how === 'pin' ? { pin: true } : { keepFocus: true });
    },
    [openEntry, onOpenForms],
  );
  const refresh = (row: TreeRow | undefined): void => {
    // A new mount appears beside the others, so refreshing one mount refreshes all.
    if (row === undefined || (row.kind === 'folder' && row.path === ''))
      void queries.invalidateQueries({ queryKey: cacheKey(session, 'mount.list') });
    if (row === undefined) void tree.refreshAll();
    else void refreshRow(tree, row);
  };
  const menuOf = (at: TreeRow): readonly MenuItem[] => {
    if (selected.size > 0 && selected.has(at.key)) return selectionMenu(placesAt(selected, at), hands);
    return withFavourite(
      treeMenu(at, session, {
        open: (how) => {
          if (at.kind === 'entry') open(at, how);
        },
        refresh: () => refresh(at),
        ofFolder: (folder) => folderMenu(folder, hands),
        openForms: () => {
          if (at.kind !== 'note') onOpenForms(at.mount, at.path);
        },
        openTable: () => openTable(at),
        importInto: () => {
          if (at.kind === 'folder') importInto(at.mount, at.path);
        },
        findDeviations: () => {
          if (at.kind === 'folder') findDeviations(at.mount.path, at.path);
        },
        searchBelow: () => {
          if (at.kind === 'folder') openSearch(snapshot.filterText, [{ mount: at.mount, path: at.path }]);
        },
      }),
      at,
      favourites,
    );
  };
  const activeRow = rowAt(snapshot.rows, tree.activeIndex());
  useActions(() => [
    {
      id: 'names.refresh',
      label: 'Refresh all names',
      group: 'Names',
      icon: RefreshCw,
      key: 'refresh',
      region: 'side',
      run: () => refresh(undefined),
    },
    // The tree's own menu, while the focus is in the side bar.
    ...(activeRow === undefined || document.activeElement?.closest('[data-region=side]') === null
      ? []
      : menuActions(menuOf(activeRow), { id: 'names', group: rowName(activeRow), region: 'side' })),
  ]);
  const selectedKey = activeEntry === undefined ? '' : rowKey(activeEntry.mount, activeEntry.path);

  if (count === 0)
    return <NothingListed text={snapshot.filterText} onSearch={() => openSearch(snapshot.filterText)} />;
  const { row } = menu ?? {};
  return (
    <>
      <TreeView
        tree={tree}
        selection={selection}
        sessionId={session.sessionId}
        selectedKey={selectedKey}
        costsUse={session.token.numUses > 0}
        trouble={session.trouble?.kind}
        onOpen={open}
        onTable={openTable}
        onRefresh={refresh}
        onMenu={(at, { x, y }) => setMenu({ row: at, x, y })}
        hands={hands}
      />
      {selected.size > 0 && (
        <SelectedBar selection={selection} items={selectionMenu(placesAt(selected, undefined), hands)} />
      )}
      {menu !== undefined && row !== undefined && (
        <ContextMenu at={menu} onClose={() => setMenu(undefined)} items={menuOf(row)} />
      )}
    </>
  );
}

interface NothingListedProps {
  /** The filter. */
  readonly text: string;
  readonly onSearch: () => void;
}

function NothingListed({ text, onSearch }: NothingListedProps) {
  return text === '' ? (
    <EmptyState title="No mounts">
      <p>This token cannot see any secrets engine. You can still open an entry by its path.</p>
    </EmptyState>
  ) : (
    <Stack gap={8} align="start" className={css['nothing']}>
      <span>No listed name contains “{text}”.</span>
      <Row wrap align="center" gap={8}>
        <Button small icon={FolderSearch} onClick={onSearch}>
          Search everywhere
        </Button>
        <KeyHint keys={keyMap.search.keys} />
      </Row>
    </Stack>
  );
}

/** Compares the entries of a folder with their templates, in the tab for that. */
function useFindDeviations(sessionId: string): (mount: MountPath, path: string) => void {
  const { openScreen } = useWorkspaceActions();
  return (mount, path) => {
    void deviationsOf(sessionId).start({ sessionId, mount, path });
    openScreen('deviations', '', sessionId);
  };
}

/** Opens a folder of entries as a table. */
function useOpenTable(sessionId: string): (row: TreeRow) => void {
  const openFolder = useOpenFolder(sessionId);
  return (row) => {
    if (row.kind === 'folder' && row.mount.engine !== 'other') openFolder(row.mount, row.path);
  };
}

interface SelectedBarProps {
  readonly selection: TreeSelection;
  readonly items: readonly MenuItem[];
}

/** Below the tree while rows are selected: how many, what can be done with them, and the way out. */
function SelectedBar({ selection, items }: SelectedBarProps) {
  return (
    <Row align="center" gap={4} className={css['selected']}>
      <Text grow numbers role="status">
        {grouped(useStore(selection).size)} selected
      </Text>
      <Menu
        trigger={
          <Button small icon={ListChecks} variant="ghost">
            Actions
          </Button>
        }
        items={items}
        side="top"
      />
      <IconButton small icon={X} label="Select none" keys="Esc" onClick={() => selection.clear()} />
    </Row>
  );
}

/** Group name of the palette actions: their target. */
function rowName(row: TreeRow): string {
  return row.kind === 'note' ? 'Names' : row.name;
}

/** The menu of a row with the star behind its first group: an entry, a folder and a mount can have one. */
function withFavourite(items: readonly MenuItem[], row: TreeRow, favourites: Favourites): MenuItem[] {
  if (row.kind === 'note') return [...items];
  const is = favourites.has(row);
  const item: MenuItem = {
    label: is ? 'Remove from favourites' : 'Add to favourites',
    icon: is ? StarOff : Star,
    disabled: !is && favourites.full,
    onSelect: () => favourites.toggle(row),
  };
  return items.toSpliced(items.indexOf('separator') + 1, 0, item, 'separator');
}
