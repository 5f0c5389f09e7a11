import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { wordsOf } from '../tree/rank-names.ts';
import { copiedLabel, copyKey, useEntryKeys } from '../value/copy-key.ts';
import { ErrorText } from '../../ui/error-panel.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { copyId } from '../../workspace/uses.ts';
import { prepared, type PaletteItem } from './palette-item.ts';
import { PaletteList } from './palette-list.tsx';
import { rankItems } from './rank-items.ts';

export interface EntryKeysProps {
  readonly session: SessionView;
  readonly place: EntryPlace;
  readonly onUse: (item: PaletteItem) => void;
  readonly onBack: () => void;
  /** Called once a key is copied. */
  readonly onDone: () => void;
}

const mostShown = 60;

/** Keys of one entry, to copy a value. The entry is read for this and then closed; values stay in main. */
export function EntryKeys({ session: { sessionId }, place, onUse, onBack, onDone }: EntryKeysProps) {
  const { mount, path } = place;
  const read = useEntryKeys(sessionId, place);
  const [text, setText] = useState('');
  const view = read.view;
  // Memoised: thousands of keys, rendered on each typed letter.
  const keys = useMemo(
    () =>
      view?.keys.map(({ key }) =>
        prepared({
          id: copyId(mount.path, path, key),
          label: key,
          detail: '',
          kind: 'Copy',
          icon: Copy,
          mono: true,
          stays: true,
          run: () => copyKey(view.entryId, key, copiedLabel(path, key)),
        }),
      ) ?? [],
    [view, mount.path, path],
  );
  const words = wordsOf(text);
  return (
    <PaletteList
      label="Copy which key?"
      placeholder="A key of this entry"
      text={text}
      onText={setText}
      items={rankItems(keys, words, new Map(), mostShown).map(({ item }) => item)}
      needle={words[0] ?? ''}
      note={
        read.error !== undefined ? (
          <ErrorText error={read.error} />
        ) : (
          <>
            <span data-mono>
              <NameText text={mount.path + path} />
            </span>{' '}
            › {view === undefined ? 'Reading…' : view.keys.length === 0 ? 'no keys' : 'copy'}{' '}
            <KeyHint keys="←" /> back
          </>
        )
      }
      onDone={onDone}
      onUse={onUse}
      onBack={onBack}
    />
  );
}
