import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { isSearchProblem, parseSearch, readsOf } from '../../../shared/vault/search.ts';
import type { SearchMode, SearchTerms } from '../../../shared/vault/search.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { fold } from '../../parts/tree/name-list.ts';
import { everywhere } from '../../parts/tree/open-search.ts';
import { searchOf, type SearchScope, type SearchSnapshot } from '../../parts/tree/search-store.ts';
import { SelectionTools } from '../../parts/entry-actions/selection-tools.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Box, Note, Row, Stack } from '../../ui/layout.tsx';
import { useNow } from '../../ui/now.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { sortedRows, Table } from '../../ui/table.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';
import { columnsOf, copyPath, fullPath, rankOf } from './found-columns.tsx';
import { useOpenFound } from './open-found.ts';
import { named, sameScope, scopesOf } from './search-scopes.ts';
import { progressText } from './search-words.ts';
import { UnreadLists } from './unread-lists.tsx';
import css from './search.module.css';
import { takeFocus } from '../../ui/focus.ts';

const modes: readonly { readonly value: SearchMode; readonly label: string }[] = [
  { value: 'text', label: 'Contains' },
  { value: 'word', label: 'Whole words' },
  { value: 'glob', label: 'Glob' },
  { value: 'expression', label: 'Regular expression' },
];

/**
 * Search for names, keys, metadata and values: below a folder, in a mount, in all of them, on all connections. It
 * walks every folder, showing results so far.
 */
export function SearchScreen({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const search = searchOf(sessionId);
  const snapshot = useStore(search);
  const { terms, running, error, end, foundCount, focused, unread, counts } = snapshot;
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    takeFocus(field.current);
    // Selecting would focus it, too.
    if (document.activeElement === field.current) field.current?.select();
  }, [focused]);

  const { all, scopes, connectionOf } = useScopes(session, snapshot.scope);
  const scope = snapshot.scope.length === 0 ? all : snapshot.scope;
  const { namespacesBelow } = snapshot;
  const current =
    scopes.find((one) => sameScope(one.scope, scope) && (one.namespacesBelow ?? false) === namespacesBelow) ??
    named(scope);
  const parsed = parseSearch(terms.text, terms.mode);
  const problem = isSearchProblem(parsed) ? parsed : undefined;
  const unreadable =
    error?.kind === 'invalid-input' && error.field === 'text' ? error.message : problem?.message;
  const setTerms = (change: Partial<SearchTerms>): void => search.setTerms(change);
  const canGoOn = end !== undefined && end.outcome !== 'done';
  return (
    <Stack full gap={12} className={css['screen']}>
      <ScreenHead title="Search" />
      <Stack
        as="form"
        gap={8}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined) void search.start(scope, terms.text, { namespacesBelow });
        }}
      >
        <Row align="center" gap={8} wrap>
          <FilterBox
            ref={field}
            label="Words and filters"
            data-filter
            className={css['field']}
            text={terms.text}
            onText={(text) => setTerms({ text })}
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
              value={current.name}
              options={(scopes.includes(current) ? scopes : [current, ...scopes]).map(({ name }) => ({
                value: name,
                label: name,
              }))}
              onValue={(name) => {
                const chosen = scopes.find((one) => one.name === name);
                search.open(chosen?.scope ?? all, terms.text, chosen?.namespacesBelow);
              }}
            />
          </Box>
          {running ? (
            <Button onClick={() => void search.cancel()}>Cancel</Button>
          ) : (
            <>
              <Button variant="primary" type="submit">
                Search
              </Button>
              <Button
                onClick={() => void search.start(scope, terms.text, { ofValues: true, namespacesBelow })}
              >
                Search values…
              </Button>
            </>
          )}
        </Row>
        <Options terms={terms} scope={scope} onTerms={setTerms} />
      </Stack>
      {unreadable !== undefined && !running && (
        <Note tone="danger" role="alert">
          {unreadable}
        </Note>
      )}
      {error !== undefined && unreadable === undefined && (
        <ErrorPanel error={error} title="The search could not be started" />
      )}
      <Row align="center" gap={12} wrap>
        <Progress snapshot={snapshot} />
        {canGoOn && (
          <Button small onClick={() => void search.goOn()}>
            Go on
          </Button>
        )}
      </Row>
      {end?.error !== undefined && <ErrorPanel error={end.error} title="The search stopped early" />}
      {end !== undefined && counts !== undefined && (
        <UnreadLists unread={unread} end={end} connectionOf={connectionOf} />
      )}
      <Stack ref={table} grow low gap={8}>
        {foundCount > 0 && <Found session={session} snapshot={snapshot} connectionOf={connectionOf} />}
      </Stack>
    </Stack>
  );
}

/** Besides the words: how they are compared, and what they may stand in. */
function Options({
  terms,
  scope,
  onTerms,
}: {
  readonly terms: SearchTerms;
  readonly scope: SearchScope;
  readonly onTerms: (change: Partial<SearchTerms>) => void;
}) {
  return (
    <Row align="center" gap={14} wrap>
      <Box className={css['mode']}>
        <SelectField
          label="Match"
          labelHidden
          value={terms.mode}
          options={modes}
          onValue={(mode) => onTerms({ mode: mode as SearchMode })}
        />
      </Box>
      <Checkbox
        label="Match case"
        checked={terms.matchCase}
        onChecked={(matchCase) => onTerms({ matchCase })}
      />
      <Checkbox label="Key names" checked={terms.keys} onChecked={(keys) => onTerms({ keys })} />
      <Checkbox label="Metadata" checked={terms.metadata} onChecked={(metadata) => onTerms({ metadata })} />
      <Note>{readsNote(terms, scope)}</Note>
    </Row>
  );
}

/** The scopes to choose from, and names of connections if the search is of several. */
function useScopes(session: SessionView, chosen: SearchScope) {
  const { sessionId } = session;
  const hasNamespaces = session.health.namespaces;
  const { sessions } = useOpenSessions();
  const others = useMemo(
    () => sessions.filter((one) => one.sessionId !== sessionId && one.trouble === undefined),
    [sessions, sessionId],
  );
  const mounts = useQuery(query('mount.list', { sessionId })).data;
  const ofOthers = useQueries({
    queries: others.map((one) => query('mount.list', { sessionId: one.sessionId })),
    combine: (results) => results.map(({ data }) => data),
  });
  const connectionOf = useCallback(
    (id: string) => sessions.find((one) => one.sessionId === id)?.name ?? '',
    [sessions],
  );
  return useMemo(() => {
    const beside = others.map((one, at) => ({ session: one, mounts: ofOthers[at] ?? [] }));
    const several = chosen.some((place) => place.sessionId !== undefined);
    return {
      all: everywhere(mounts ?? []),
      scopes: scopesOf(mounts ?? [], beside, chosen, hasNamespaces),
      connectionOf: several ? connectionOf : undefined,
    };
  }, [mounts, others, ofOthers, chosen, connectionOf, hasNamespaces]);
}

/** Reads of the search besides lists, in words. */
function readsNote(terms: SearchTerms, scope: SearchScope): string {
  const parsed = parseSearch(terms.text, terms.mode);
  if (isSearchProblem(parsed)) return '';
  const reads = readsOf(parsed, terms);
  if (!reads.keys && !reads.metadata) return '';
  const plain = scope.filter(({ mount }) => mount.engine === 'kv1' || mount.engine === 'cubbyhole').length;
  const whole =
    reads.keys && plain > 0
      ? ` ${counted(plain, 'mount')} without versions: entries are read for their keys.`
      : '';
  return `One request an entry, too.${whole}`;
}

function Progress({ snapshot }: { readonly snapshot: SearchSnapshot }) {
  const read = useCallback((nowMs: number) => progressText(snapshot, nowMs), [snapshot]);
  return (
    <Note role="status" numbers>
      {useNow(read)}
    </Note>
  );
}

interface FoundProps {
  readonly session: SessionView;
  readonly snapshot: SearchSnapshot;
  readonly connectionOf: ((sessionId: string) => string) | undefined;
}

/** The results; a row is the index of a finding, because only painted ones become strings. */
function Found({ session, snapshot, connectionOf }: FoundProps) {
  const { sessionId } = session;
  const { foundCount, running, searchedFor, selected, sort } = snapshot;
  const text = searchedFor?.text ?? '';
  const search = searchOf(sessionId);
  const { open: openFound, failure: notOpened } = useOpenFound(session);
  const { namespacesBelow, ofValues } = snapshot;
  const columns = useMemo(
    () => columnsOf((index) => search.foundAt(index), text, { connectionOf, namespacesBelow, ofValues }),
    [search, text, connectionOf, namespacesBelow, ofValues],
  );
  const rows = useMemo(() => {
    const all = Array.from({ length: foundCount }, (_, index) => index);
    // While the search runs they keep their order, or rows would jump under the pointer.
    if (running) return all;
    const column = columns.find(({ key }) => key === sort?.column);
    const rank = (index: number): number => rankOf(search.foundAt(index), fold(text));
    return sortedRows(all, column?.sort ?? rank, sort?.descending === true);
  }, [search, foundCount, text, sort, running, columns]);
  return (
    <>
      {notOpened !== undefined && <ErrorPanel error={notOpened} title="The namespace could not be opened" />}
      {selected.size > 0 && <Selected snapshot={snapshot} sessionId={sessionId} />}
      <Table
        label="Found"
        rows={rows}
        columns={columns}
        keyOf={String}
        place={search.place}
        {...(sort === undefined || running ? {} : { sort })}
        onSort={(next) => search.setSort(next)}
        selection={{
          isSelectable: () => true,
          selected,
          onToggle: (index) => {
            const next = new Set(selected);
            if (!next.delete(String(index))) next.add(String(index));
            search.select(next);
          },
          onSelect: (keys) => search.select(keys),
          nameOf: (index) => {
            const found = search.foundAt(index);
            return found === undefined ? '' : fullPath(found);
          },
        }}
        onOpen={(index, key) => {
          const found = search.foundAt(index);
          if (found !== undefined) openFound(found, key === 'Enter' ? 'pin' : 'preview');
        }}
        onCopy={(index) => copyPath(search.foundAt(index))}
      />
    </>
  );
}

/** Actions on the selected hits. */
function Selected({
  snapshot: { selected },
  sessionId,
}: {
  readonly snapshot: SearchSnapshot;
  readonly sessionId: string;
}) {
  const search = searchOf(sessionId);
  const places = () => [...selected].flatMap((index) => search.foundAt(Number(index)) ?? []);
  const inNamespaces = [...selected].some((index) => search.foundAt(Number(index))?.namespace !== undefined);
  return (
    <Row align="center" gap={8} role="toolbar" aria-label="Selected">
      <Note numbers>{counted(selected.size, 'row')} selected</Note>
      <Button
        small
        onClick={() => void copyPlainText(places().map(fullPath).join('\n'), counted(selected.size, 'path'))}
      >
        Copy paths
      </Button>
      <SelectionTools
        sessionId={sessionId}
        disabled={inNamespaces}
        places={() =>
          places().map(({ sessionId: of, mount, path }) => ({ sessionId: of, mount: mount.path, path }))
        }
      />
      {inNamespaces && <Note>Open a namespace to make a plan or an export there.</Note>}
      <Button small onClick={() => search.select(new Set())}>
        Clear
      </Button>
    </Row>
  );
}
