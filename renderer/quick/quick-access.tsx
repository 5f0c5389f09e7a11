import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { query } from '../api/client.ts';
import { EntryKeys } from '../parts/palette/entry-keys.tsx';
import { PaletteList } from '../parts/palette/palette-list.tsx';
import { mergeRanked, rankItems } from '../parts/palette/rank-items.ts';
import { wordsOf } from '../parts/tree/rank-names.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { Box, Row, Stack } from '../ui/layout.tsx';
import { Look } from '../workspace/look.ts';
import { itemsOfSession, typedItem, unlockItem } from './quick-items.ts';
import css from './quick.module.css';

const mostShown = 40;
const noUses = new Map<string, number>();
/** Main removes the window once a key is copied. */
const done = (): void => undefined;

interface Within {
  readonly session: SessionView;
  readonly place: EntryPlace;
}

function isLocked({ trouble }: SessionView): boolean {
  return trouble?.kind === 'locked';
}

/** The palette of all sessions, for copying: type a name, Enter copies. Locked sessions can be unlocked from here. */
export function QuickAccess() {
  const sessions = useQuery(query('session.list', {})).data;
  const [text, setText] = useState('');
  const [within, setWithin] = useState<Within>();
  const client = useQueryClient();
  const open = useMemo(() => (sessions ?? []).filter((session) => !isLocked(session)), [sessions]);
  const memories = useQueries({
    queries: open.map(({ sessionId }) => query('workspace.load', { sessionId })),
    combine: (results) => results.map(({ data }) => data),
  });
  const several = (sessions ?? []).length > 1;
  const known = [
    ...open.flatMap((session, at) =>
      itemsOfSession(session, memories[at], {
        several,
        onKeys: (place) => setWithin({ session, place }),
      }),
    ),
    ...(sessions ?? [])
      .filter(isLocked)
      .map((session) => unlockItem(session, () => client.invalidateQueries({ queryKey: ['app'] }))),
  ];
  const words = wordsOf(text);
  const items =
    words.length === 0
      ? known.map(({ item }) => item).slice(0, mostShown)
      : [
          ...mergeRanked([rankItems(known, words, noUses, mostShown)], mostShown),
          ...open.flatMap((session) =>
            typedItem(session, text, { several, onKeys: (place) => setWithin({ session, place }) }),
          ),
        ];
  return (
    <Stack as="main" className={css['page']} aria-label="Quick access">
      <Look />
      <Box grow low className={css['list']}>
        {within === undefined ? (
          <PaletteList
            label="Quick access"
            placeholder="Copy a key: name, or mount/path#key"
            text={text}
            onText={setText}
            items={items}
            needle={words[0] ?? ''}
            note={noteOf(sessions, items.length, text)}
            onDone={done}
            onKeys={({ id, entry }) => {
              const session = open.find(({ sessionId }) => id.startsWith(`${sessionId} `));
              if (session !== undefined && entry !== undefined) setWithin({ session, place: entry });
            }}
          />
        ) : (
          <EntryKeys {...within} onUse={done} onBack={() => setWithin(undefined)} onDone={done} />
        )}
      </Box>
      <Row gap={12} size={12} tone="dim" className={css['keys']}>
        {(items.length > 0 || within !== undefined) && (
          <>
            <span>
              <KeyHint keys="Enter" /> Copy
            </span>
            <span>
              <KeyHint keys="→" /> Keys
            </span>
          </>
        )}
        <span>
          <KeyHint keys="Esc" /> Close
        </span>
      </Row>
    </Stack>
  );
}

function noteOf(sessions: readonly SessionView[] | undefined, shown: number, text: string): string | false {
  if (sessions === undefined || shown > 0) return false;
  const none = text.trim() === '' ? 'No favourites and no recent entries yet.' : 'Nothing matches.';
  return `${none} Type a path with its key, such as secret/app#password.`;
}
