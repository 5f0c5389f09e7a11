import { useQuery } from '@tanstack/react-query';
import { CornerDownRight, Shield } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { resolvePath } from '../../api/folders.ts';
import { mountsQuery } from '../../api/mounts.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { matchScores, rankNames, wordsOf } from '../../parts/tree/rank-names.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { EntryKeys } from './entry-keys.tsx';
import type { PaletteItem } from './palette-item.ts';
import { PaletteList } from './palette-list.tsx';
import { mergeRanked, rankItems, type RankedItem } from './rank-items.ts';
import { itemOfPlace, useSessionItems } from './session-items.ts';

/** How many lines there are at most: what is further down is found by typing. */
const mostShown = 60;

/** Everything that can be done, gone to or copied from the session in front. */
export function SessionMode({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const { usesOf } = useWorkspace();
  const { countUse, openScreen } = useWorkspaceActions();
  const openPlace = useOpenPlace(sessionId);
  const mounts = useQuery({ ...mountsQuery(sessionId), enabled: false }).data ?? noMounts;
  const items = useSessionItems(session);
  const [folders] = useState(() =>
    session.trouble?.kind === 'locked' ? [] : treeOf(sessionId).listedFolders(),
  );
  const [text, setText] = useState('');
  const [within, setWithin] = useState<EntryPlace>();
  // Of two that were used as often, the latest stands first.
  const uses = useMemo(
    () => new Map(usesOf(sessionId).map(({ id, count }, at) => [id, count + 1 / (at + 2)])),
    [usesOf, sessionId],
  );
  const words = useMemo(() => wordsOf(text), [text]);
  const open = (place: EntryPlace): void => {
    openPlace(place, 'pin');
  };
  const typed = typedPath(text, mounts, async () => {
    openPlace(await resolvePath(sessionId, text), 'pin');
  });
  const names = useMemo(() => rankNames(folders, words, mostShown), [folders, words]);
  const shown = mergeRanked(
    [
      rankItems(items, words, uses, mostShown),
      names.map(({ folder, name, score }) => ({
        item: itemOfPlace({ mount: folder.mount, path: folder.path + name }, 'Listed', open),
        score,
      })),
      typed,
      typedAccessor(text, (accessor) => {
        openScreen('token', accessor, sessionId);
      }),
    ],
    mostShown,
  );
  const use = ({ id }: PaletteItem): void => {
    // The id of a session ends with it.
    if (!id.startsWith('session ')) countUse(sessionId, id);
  };
  if (within !== undefined)
    return (
      <EntryKeys
        session={session}
        place={within}
        onUse={use}
        onBack={() => {
          setWithin(undefined);
        }}
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
      onUse={use}
      onKeys={({ entry }) => {
        setWithin(entry);
      }}
    />
  );
}

const noMounts: readonly Mount[] = [];

/** As Vault and OpenBao write accessors: 24 letters and digits, and behind a dot the namespace. */
const accessorForm = /^[A-Za-z0-9]{24}(?:\.[A-Za-z0-9]{1,24})?$/;

/** A line that looks up the token of a pasted accessor: found in a log, it may have to be revoked at once. */
function typedAccessor(text: string, show: (accessor: string) => void): readonly RankedItem[] {
  const accessor = text.trim();
  if (!accessorForm.test(accessor)) return [];
  const item: PaletteItem = {
    ...{ id: 'look-up-accessor', label: accessor, detail: '', kind: 'Look up this accessor', icon: Shield },
    mono: true,
    run: () => {
      show(accessor);
    },
  };
  return [{ item, score: matchScores.exact }];
}

/** A line that goes where a typed path leads; main is asked only when it is chosen. */
function typedPath(text: string, mounts: readonly Mount[], run: () => Promise<void>): readonly RankedItem[] {
  // Words with a space are names of actions, unless they begin as a command does.
  const trimmed = text.trim();
  const isForm = /^(?:vault|bao|curl)\s|^\/|:\/\//.test(trimmed);
  if (!isForm && (!trimmed.includes('/') || /\s/.test(trimmed))) return [];
  const typed = resolveTypedPath(trimmed, mounts);
  if (typed.kind === 'problem') return [];
  const path = typed.kind === 'resolved' ? typed.mount.path + typed.path : typed.path;
  const version = typed.kind === 'resolved' && typed.version !== undefined;
  return [
    {
      // A listed name at this place stands for it; a version is only here.
      item: {
        id: version ? 'go-to-path' : `open ${path}`,
        label: path,
        detail: version ? `Version ${String(typed.version)}` : '',
        ...{ kind: 'Go to path', icon: CornerDownRight, mono: true, stays: true, run },
      },
      score: isForm ? matchScores.exact : matchScores.word + 1,
    },
  ];
}
