import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CornerDownRight, FolderSearch, Shield, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { counted } from '../../../shared/vault/counted.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { query, vault } from '../../api/client.ts';
import { revokeToken } from '../../api/tokens.ts';
import { notify } from '../../parts/entry-actions/run.ts';
import type { PaletteItem, PreparedItem, Run } from '../../parts/palette/palette-item.ts';
import { PaletteList } from '../../parts/palette/palette-list.tsx';
import { aMinute, useNow } from '../../ui/now.ts';
import { closePalette } from '../../workspace/palette.ts';
import { keyMap } from '../../workspace/key-map.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { useOpenSearch } from '../../parts/tree/open-search.ts';
import { matchScores, rankNames, wordsOf } from '../../parts/tree/rank-names.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { EntryKeys } from '../../parts/palette/entry-keys.tsx';
import { mergeRanked, rankItems, type RankedItem, type UseCounts } from '../../parts/palette/rank-items.ts';
import { itemOfPlace } from '../../parts/palette/place-items.ts';
import { useSessionItems } from './session-items.ts';

/** Maximum number of lines: further items are found by typing. */
const mostShown = 60;

/** Names that main has seen in lists and searches; those of the text before until the new ones are there. */
function useKnownNames(
  sessionId: string,
  text: string,
): { readonly places: readonly EntryPlace[]; readonly age: string } {
  const isAsked = text !== '' && !/\s/.test(text);
  const { data } = useQuery({
    ...query('names.search', { sessionId, text }, { enabled: isAsked }),
    placeholderData: keepPreviousData,
  });
  const age = useNow(
    useCallback(
      (nowMs: number) =>
        data?.oldestMs === undefined
          ? ''
          : `${counted(data.names, 'known name')}, up to ${timeSpan(Math.max(0, nowMs - data.oldestMs))} old${
              data.full === true ? '; no room for further ones' : ''
            }`,
      [data],
    ),
    aMinute,
  );
  return isAsked ? { places: data?.places ?? noPlaces, age } : { places: noPlaces, age: '' };
}

const noPlaces: readonly EntryPlace[] = [];

/** All actions, destinations and copyable keys of the front session. */
export function SessionMode({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const { usesOf } = useWorkspace();
  const { countUse, openScreen } = useWorkspaceActions();
  const openPlace = useOpenPlace(sessionId);
  const openSearch = useOpenSearch(sessionId);
  const mounts = useQuery(query('mount.list', { sessionId }, { enabled: false })).data ?? noMounts;
  const items = useSessionItems(session);
  const [folders] = useState(() =>
    session.trouble?.kind === 'locked' ? [] : treeOf(sessionId).listedFolders(),
  );
  const [text, setText] = useState('');
  const [within, setWithin] = useState<EntryPlace>();
  // Equal counts: the latest used comes first.
  const uses = useMemo(
    () => new Map(usesOf(sessionId).map(({ id, count }, at) => [id, count + 1 / (at + 2)])),
    [usesOf, sessionId],
  );
  const words = useMemo(() => wordsOf(text), [text]);
  const open = (place: EntryPlace): void => openPlace(place, 'pin');
  const typed = typedPath(text, mounts, async ({ signal, afterwards }) => {
    const place = await vault.path.resolve({ sessionId, text }, signal);
    afterwards(() => openPlace(place, 'pin'));
  });
  const known = useKnownNames(sessionId, session.trouble?.kind === 'locked' ? '' : text.trim());
  // The last row, whatever was found: only names of opened folders are known here.
  const everywhere: readonly PaletteItem[] =
    session.trouble?.kind === 'locked' || !mounts.some(({ engine }) => engine !== 'other')
      ? []
      : [
          {
            id: 'search-everywhere',
            label: `Search “${text.trim()}” everywhere`,
            detail: known.age,
            kind: '',
            icon: FolderSearch,
            run: () => openSearch(text.trim()),
          },
        ];
  const names = useMemo(() => rankNames(folders, words, mostShown), [folders, words]);
  const found = mergeRanked(
    [
      rankItems(items, words, uses, mostShown),
      names.map(({ folder, name, score }) => ({
        item: itemOfPlace({ mount: folder.mount, path: folder.path + name }, '', open),
        score,
      })),
      // Below what the open folders rank: those are fresher.
      known.places.map((place, at) => ({
        item: itemOfPlace(place, '', open),
        score: matchScores.inside - at / known.places.length,
      })),
      typed,
      typedAccessor(text, {
        show: (accessor) => openScreen('token', accessor, sessionId),
        revoke: async (accessor) => {
          const warnings = await revokeToken(sessionId, { by: 'accessor', accessor }, false);
          notify({ sessionId }, 'The token is revoked.', { warnings });
        },
      }),
    ],
    mostShown - 1,
  );
  const shown = words.length === 0 ? inSections(items, uses) : [...found, ...everywhere];
  const use = ({ id }: PaletteItem): void => {
    // Session ids are temporary, and a button's name can come from the server.
    if (!/^(?:session|button) /.test(id)) countUse(sessionId, id);
  };
  if (within !== undefined)
    return (
      <EntryKeys
        session={session}
        place={within}
        onUse={use}
        onBack={() => setWithin(undefined)}
        onDone={closePalette}
      />
    );
  return (
    <PaletteList
      label="Command palette"
      placeholder="An action, an entry, a path, a session"
      text={text}
      onText={setText}
      items={shown}
      needle={words[0] ?? ''}
      note={words.length > 0 && found.length === 0 && 'Nothing listed matches.'}
      onDone={closePalette}
      onUse={use}
      onKeys={({ entry }) => setWithin(entry)}
    />
  );
}

/** Number of used items above all others. */
const usedFirst = 5;
/** Number of actions before anything is typed: the screens, and some of the one in front. */
const actionsFirst = 12;

/** Before anything is typed: what is used most, then the sections in their order. */
function inSections(items: readonly PreparedItem[], uses: UseCounts): readonly PaletteItem[] {
  const offered = items.filter(({ item }) => item.repeats !== true);
  const used = rankItems(
    offered.filter(({ item }) => uses.has(item.id)),
    [],
    uses,
    usedFirst,
  ).map(({ item }): PaletteItem => ({ ...item, section: 'Recent' }));
  const ids = new Set(used.map(({ id }) => id));
  const others = offered.map(({ item }) => item).filter(({ id }) => !ids.has(id));
  const beyond = new Set(others.filter(({ section }) => section === 'Actions').slice(actionsFirst));
  // The heading says the kind; of an action it says to what it belongs.
  return [...used, ...others.filter((item) => !beyond.has(item))]
    .slice(0, mostShown)
    .map((item) => (item.section === 'Actions' ? item : { ...item, kind: '' }));
}

const noMounts: readonly Mount[] = [];

/** Accessor format of Vault and OpenBao: 24 letters and digits, optionally a dot and the namespace id. */
const accessorForm = /^[A-Za-z0-9]{24}(?:\.[A-Za-z0-9]{1,24})?$/;

interface AccessorActions {
  readonly show: (accessor: string) => void;
  /** Main looks it up and asks in the secure prompt. */
  readonly revoke: (accessor: string) => Promise<void>;
}

/** Actions for a pasted accessor: one found in a log can need immediate revocation. */
function typedAccessor(text: string, { show, revoke }: AccessorActions): readonly RankedItem[] {
  const accessor = text.trim();
  if (!accessorForm.test(accessor)) return [];
  const item: PaletteItem = {
    id: 'look-up-accessor',
    label: accessor,
    detail: '',
    kind: 'Look up this accessor',
    icon: Shield,
    mono: true,
    run: () => show(accessor),
  };
  const revoking: PaletteItem = {
    id: 'revoke-accessor',
    label: 'Revoke this token…',
    detail: '',
    kind: 'Token',
    icon: Trash2,
    hint: keyMap.revokeAccessor.keys,
    chord: true,
    stays: true,
    run: () => revoke(accessor),
  };
  return [
    { item, score: matchScores.exact },
    { item: revoking, score: matchScores.exact - 1 },
  ];
}

/** Item that resolves a typed path; main is asked only once it is selected. */
function typedPath(text: string, mounts: readonly Mount[], run: Run): readonly RankedItem[] {
  // Text with spaces names an action, unless it begins like a command.
  const trimmed = text.trim();
  const isForm = /^(?:vault|bao|curl)\s|^\/|:\/\//.test(trimmed);
  if (!isForm && (!trimmed.includes('/') || /\s/.test(trimmed))) return [];
  const typed = resolveTypedPath(trimmed, mounts);
  if (typed.kind === 'problem') return [];
  const path = typed.kind === 'resolved' ? typed.mount.path + typed.path : typed.path;
  const version = typed.kind === 'resolved' && typed.version !== undefined;
  return [
    {
      // A listed item for the same path replaces it; a version is only offered here.
      item: {
        id: version ? 'go-to-path' : `open ${path}`,
        label: path,
        detail: version ? `Version ${String(typed.version)}` : '',
        kind: 'Go to path',
        icon: CornerDownRight,
        mono: true,
        stays: true,
        run,
      },
      score: isForm ? matchScores.exact : matchScores.word + 1,
    },
  ];
}
