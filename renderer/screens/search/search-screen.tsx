import { useQuery } from '@tanstack/react-query';
import { Copy, FileKey, Folder, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { JobEnd, SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { Highlighted } from '../../parts/tree/highlighted.tsx';
import { fold } from '../../parts/tree/name-list.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { everywhere } from '../../parts/tree/open-search.ts';
import { searchOf, type SearchScope, type SearchSnapshot } from '../../parts/tree/search-store.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { sortedRows, Table, type Column } from '../../ui/table.tsx';
import css from './search.module.css';
import { takeFocus } from '../../ui/focus.ts';

/** Search for names: below a folder, in a mount or in all of them. It walks every folder, showing results so far. */
export function SearchScreen({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const search = searchOf(sessionId);
  const snapshot = useStore(search);
  const { text, running, error, end, foundCount, focused } = snapshot;
  const mounts = useQuery(query('mount.list', { sessionId })).data;
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    takeFocus(field.current);
    // Selecting would focus it, too.
    if (document.activeElement === field.current) field.current?.select();
  }, [focused]);

  const all = useMemo(() => everywhere(mounts ?? []), [mounts]);
  const scope = snapshot.scope.length === 0 ? all : snapshot.scope;
  const scopes = useMemo(() => scopesOf(all, scope), [all, scope]);
  return (
    <Stack full gap={12} className={css['screen']}>
      <ScreenHead title="Search" />
      <Row
        as="form"
        align="center"
        gap={8}
        wrap
        onSubmit={(event) => {
          event.preventDefault();
          void search.start(scope);
        }}
      >
        <FilterBox
          ref={field}
          label="Part of a name"
          data-filter
          className={css['field']}
          text={text}
          onText={(next) => search.setText(next)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            table.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus();
          }}
        />
        <Box className={css['scope']}>
          <SelectField
            label="Search in"
            labelHidden
            value={nameOf(scope)}
            options={scopes.map((one) => ({ value: nameOf(one), label: nameOf(one) }))}
            onValue={(name) => search.open(scopes.find((one) => nameOf(one) === name) ?? all, text)}
          />
        </Box>
        {running ? (
          <Button onClick={() => void search.cancel()}>Cancel</Button>
        ) : (
          <Button variant="primary" type="submit">
            Search
          </Button>
        )}
      </Row>
      {error !== undefined && <ErrorPanel error={error} title="The search could not be started" />}
      <Note role="status" numbers>
        {progressText(snapshot)}
      </Note>
      {end?.error !== undefined && <ErrorPanel error={end.error} title="The search stopped early" />}
      {end !== undefined && end.unreadCount > 0 && <Unread end={end} />}
      <Stack ref={table} grow low>
        {foundCount > 0 && <Found session={session} snapshot={snapshot} />}
      </Stack>
    </Stack>
  );
}

/** The results; a row is the index of a finding, because only painted ones become strings. */
function Found({ session, snapshot }: { readonly session: SessionView; readonly snapshot: SearchSnapshot }) {
  const { sessionId } = session;
  const { foundCount, running, searchedFor = '', sort } = snapshot;
  const search = searchOf(sessionId);
  const openPlace = useOpenPlace(sessionId);
  const columns = useMemo(
    () => columnsOf((index) => search.foundAt(index), searchedFor),
    [search, searchedFor],
  );
  const rows = useMemo(() => {
    const all = Array.from({ length: foundCount }, (_, index) => index);
    // While the search runs they keep their order, or rows would jump under the pointer.
    if (running) return all;
    const column = columns.find(({ key }) => key === sort?.column);
    const rank = (index: number): number => rankOf(search.foundAt(index), fold(searchedFor));
    return sortedRows(all, column?.sort ?? rank, sort?.descending === true);
  }, [search, foundCount, searchedFor, sort, running, columns]);
  return (
    <Table
      label="Found"
      rows={rows}
      columns={columns}
      keyOf={String}
      place={search.place}
      {...(sort === undefined || running ? {} : { sort })}
      onSort={(next) => search.setSort(next)}
      onOpen={(index, key) => {
        const found = search.foundAt(index);
        if (found !== undefined) openPlace(found, key === 'Enter' ? 'pin' : 'preview');
      }}
      onCopy={(index) => copyPath(search.foundAt(index))}
    />
  );
}

function columnsOf(
  foundAt: (index: number) => EntryPlace | undefined,
  searchedFor: string,
): readonly Column<number>[] {
  const needle = fold(searchedFor);
  const column = (
    title: string,
    words: (place: EntryPlace) => string,
    look: Omit<Column<number>, 'title' | 'text' | 'sort'>,
  ): Column<number> => {
    const text = (index: number): string => {
      const place = foundAt(index);
      return place === undefined ? '' : words(place);
    };
    return {
      key: title,
      title,
      text,
      sort: (index) => fold(text(index)),
      cell: (index) => <NameText text={text(index)} />,
      ...look,
    };
  };
  return [
    column('Name', nameIn, {
      width: 180,
      share: 2,
      cell: (index) => {
        const place = foundAt(index);
        return (
          place !== undefined && (
            <Row as="span" align="center" gap={6} shrinks>
              <Icon of={isFolder(place) ? Folder : FileKey} size={15} className={css['glyph']} />
              <Text cut data-mono>
                <Highlighted name={nameIn(place)} needle={needle} />
              </Text>
            </Row>
          )
        );
      },
    }),
    column('Path', folderOf, {
      width: 160,
      share: 3,
      mono: true,
      cell: (index) => {
        const place = foundAt(index);
        return (
          <Text as="p" cut className={css['path']}>
            <bdi>
              <NameText text={place === undefined ? '' : folderOf(place)} />
            </bdi>
          </Text>
        );
      },
    }),
    column('Mount', ({ mount }) => mount.path, { width: 120, share: 1, mono: true, rank: 1 }),
    column('Kind', kindOf, { width: 80, rank: 2 }),
    {
      title: '',
      width: 56,
      cell: (index) => (
        <IconButton
          small
          icon={Copy}
          label="Copy path"
          keys="Ctrl C"
          // By keyboard the row itself is copied.
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            copyPath(foundAt(index));
          }}
        />
      ),
    },
  ];
}

function copyPath(place: EntryPlace | undefined): void {
  if (place !== undefined) void copyPlainText(place.mount.path + place.path, 'Path');
}

function isFolder({ path }: EntryPlace): boolean {
  return path.endsWith('/');
}

function nameIn({ path }: EntryPlace): string {
  return path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
}

/** Without a sort the name that was searched for comes first, then names that begin with it. */
function rankOf(place: EntryPlace | undefined, needle: string): number {
  const name = place === undefined ? '' : fold(nameIn(place)).replace(/\/$/, '');
  return name === needle ? 0 : name.startsWith(needle) ? 1 : 2;
}

function folderOf(place: EntryPlace): string {
  return place.path.slice(0, place.path.length - nameIn(place).length);
}

function kindOf(place: EntryPlace): string {
  if (isFolder(place)) return 'Folder';
  return place.mount.engine === 'other' ? place.mount.type : 'Entry';
}

/** The scopes to choose from: all mounts, each of them, and the chosen folder. */
function scopesOf(all: SearchScope, chosen: SearchScope): readonly SearchScope[] {
  const [only, ...others] = chosen;
  const folder = only !== undefined && others.length === 0 && only.path !== '' ? [chosen] : [];
  const mounts = all.map((mount) => [mount]);
  return all.length > 1 ? [...folder, all, ...mounts] : [...folder, ...mounts];
}

function nameOf(scope: SearchScope): string {
  const [only, ...others] = scope;
  if (only === undefined) return 'No mounts';
  return others.length === 0 ? only.mount.path + only.path : `All ${counted(scope.length, 'mount')}`;
}

function Unread({ end }: { readonly end: JobEnd }) {
  const more = end.unreadCount - end.unread.length;
  return (
    <Disclosure
      title={
        <Row as="span" align="center" gap={6} tone="warn">
          <Icon of={TriangleAlert} size={14} />
          {counted(end.unreadCount, 'folder')} could not be read
        </Row>
      }
    >
      <ul className={css['unread']} data-selectable>
        {end.unread.map(({ path, reason }) => (
          <li key={path}>
            <span data-mono>{path === '' ? 'the mount itself' : path}</span> {reason}
          </li>
        ))}
        {more > 0 && <li>and {grouped(more)} more</li>}
      </ul>
    </Disclosure>
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
          ? `Nothing contains “${searchedFor ?? ''}” among ${looked}.`
          : `${grouped(foundCount)} found among ${looked}.`;
      case 'cancelled':
        return `Cancelled: ${grouped(foundCount)} found so far, among ${looked}.`;
      case 'stopped':
        return `${grouped(foundCount)} found before it stopped, among ${looked}.`;
    }
  }
  return searchedFor === undefined ? 'One request a folder. Empty text finds everything.' : '';
}
