import { useQuery } from '@tanstack/react-query';
import { Copy, FileKey } from 'lucide-react';
import { useState } from 'react';
import type { Destination, SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryPlace, ActionUse } from '../../../shared/vault/workspace-memory.ts';
import { query } from '../../api/client.ts';
import { samePlace, type Tab } from '../../workspace/tabs.ts';
import { copyId, copiedKey } from '../../workspace/uses.ts';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { fold } from '../tree/name-list.ts';
import { useOpenPlace } from '../tree/open-place.ts';
import { copiedLabel, copyKeyOf } from '../value/copy-key.ts';
import { followPath, type KeyPlace, isEntry } from './follow-path.ts';
import type { PaletteItem } from './palette-item.ts';
import { PaletteList } from './palette-list.tsx';
import { PathReading } from './path-reading.tsx';
import type { Mount } from '../../../shared/vault/mount.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import { knownKeys } from '../../api/known-keys.ts';
import type { Places } from '../../workspace/places.ts';

export interface PathFieldProps {
  readonly session: SessionView;
  /** Accessible name of the field. */
  readonly label: string;
  /** Used on a screen, not in the palette. */
  readonly inPlace?: boolean;
  /** Called once the path was followed. */
  readonly onDone?: () => void;
}

/**
 * Goes to a path typed or pasted in any form: browse, API, CLI or URL; `path#key` copies a value. Typing is parsed in
 * the page; only Enter asks main. Needs no list permission.
 */
export function PathField({ session, label, inPlace = false, onDone }: PathFieldProps) {
  const { sessionId } = session;
  const { tabs, placesOf, usesOf } = useWorkspace();
  const { countUse } = useWorkspaceActions();
  const openPlace = useOpenPlace(sessionId);
  // A screen sends no request by itself; the tree has loaded the mounts there.
  const mounts = useQuery(query('mount.list', { sessionId }, { enabled: !inPlace })).data ?? [];
  const [text, setText] = useState('');
  const [several, setSeveral] = useState<readonly KeyPlace[]>();

  const go = (place: Destination) => () => openPlace(place, 'pin');
  const itemOfKey = ({ place, key }: KeyPlace, whole: boolean): PaletteItem => ({
    id: copyId(place.mount.path, place.path, key),
    ...(whole
      ? { label: copiedLabel(place.path, key), detail: place.mount.path + place.path }
      : { label: key, detail: '' }),
    kind: 'Copy',
    icon: Copy,
    mono: true,
    stays: true,
    run: async () => {
      await copyKeyOf(sessionId, place, key);
      countUse(sessionId, copyId(place.mount.path, place.path, key));
    },
  });
  const itemOfRecent = (place: EntryPlace): PaletteItem => ({
    id: `open ${place.mount.path}${place.path}`,
    label: place.mount.path + place.path,
    detail: '',
    kind: '',
    icon: FileKey,
    mono: true,
    run: go(place),
  });
  const places = placesOf(sessionId);
  const keys = suggestedKeys(text, { sessionId, mounts, uses: usesOf(sessionId), places });
  const recent = recentPlaces(places.recents, tabs, text);
  const items =
    several?.map((one) => itemOfKey(one, true)) ??
    (keys.length > 0 ? keys.map((one) => itemOfKey(one, false)) : recent.map(itemOfRecent));
  return (
    <PaletteList
      label={label}
      text={text}
      items={items}
      inPlace={inPlace}
      mono
      placeholder={
        inPlace
          ? 'Go to a path, or copy a key with path#key'
          : 'secret/payments/api-gateway, an API path, a CLI command or a URL'
      }
      needle={fold(keys.length > 0 ? text.slice(text.lastIndexOf('#') + 1) : text.trim())}
      heading={several === undefined ? (keys.length > 0 ? 'Keys' : 'Recent') : 'Copy'}
      note={
        several === undefined ? (
          <PathReading text={text} mounts={mounts} />
        ) : (
          'Several entries fit. Choose what to copy.'
        )
      }
      onText={(next) => {
        setText(next);
        setSeveral(undefined);
      }}
      onEnter={async ({ signal, afterwards, stay }) => {
        const followed = await followPath(session, text, signal);
        switch (followed.kind) {
          case 'place':
            afterwards(go(followed.place));
            return;
          case 'copied': {
            const { place, key } = followed;
            countUse(sessionId, copyId(place.mount.path, place.path, key));
            return;
          }
          case 'several':
            setSeveral(followed.keys);
            stay();
        }
      }}
      onDone={() => {
        setText('');
        setSeveral(undefined);
        onDone?.();
      }}
    />
  );
}

/** Recent places, newest first, then open tabs, as far as they contain the text. */
function recentPlaces(
  recents: readonly EntryPlace[],
  tabs: readonly Tab[],
  text: string,
): readonly EntryPlace[] {
  const open = tabs.filter(
    (tab) => tab.kind === 'entry' && tab.mode !== 'create' && !recents.some((place) => samePlace(place, tab)),
  );
  const needle = fold(text.trim());
  return [...recents, ...open.flatMap((tab) => (tab.kind === 'entry' ? [tab] : []))].filter(
    ({ mount, path }) => fold(mount.path + path).includes(needle),
  );
}

interface KnownHere {
  readonly sessionId: string;
  readonly mounts: readonly Mount[];
  readonly uses: readonly ActionUse[];
  readonly places: Pick<Places, 'favourites'>;
}

const mostShown = 60;

/**
 * Keys of the entry before the last `#` that contain the text after it; copied ones first. From known names only: it
 * sends no request.
 */
function suggestedKeys(text: string, known: KnownHere): readonly KeyPlace[] {
  const { sessionId, mounts, uses, places } = known;
  const at = text.lastIndexOf('#');
  if (at < 1) return [];
  const typed = resolveTypedPath(text.slice(0, at), mounts);
  if (typed.kind !== 'resolved' || typed.version !== undefined || !isEntry(typed)) return [];
  const { mount, path } = typed;
  const copied = uses.flatMap(({ id }) => {
    const used = copiedKey(id);
    return used?.mount === mount.path && used.path === path ? [used.key] : [];
  });
  const chosen = places.favourites.flatMap((one) =>
    one.mount.path === mount.path && one.path === path && one.copyKey !== undefined ? [one.copyKey] : [],
  );
  const needle = fold(text.slice(at + 1).trim());
  return [...new Set([...copied, ...chosen, ...(knownKeys(sessionId, mount.path, path) ?? [])])]
    .filter((key) => fold(key).includes(needle))
    .slice(0, mostShown)
    .map((key) => ({ place: { mount, path }, key }));
}
