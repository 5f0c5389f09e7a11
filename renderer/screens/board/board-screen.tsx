import { X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { boardStatusOf } from '../../../shared/vault/board.ts';
import { boardEveryMs } from '../../api/board.ts';
import { useCluster } from '../../api/cluster.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { Button } from '../../ui/button.tsx';
import { BoardFrame } from './board-frame.tsx';
import { BoardTile } from './board-tile.tsx';
import { checking, lockedWords, summaryOf, verdictWords } from './board-words.ts';
import type { Words } from './board-words.ts';

export interface BoardScreenProps {
  readonly sessions: readonly SessionView[];
  /** Opens the cluster of a session. */
  readonly onOpen: (sessionId: string) => void;
  readonly onClose: () => void;
}

/** All open sessions as tiles, readable from a distance; each leads to its cluster. */
export function BoardScreen({ sessions, onOpen, onClose }: BoardScreenProps) {
  const badges = useBadges(sessions).ofSession;
  const [words, setWords] = useState<ReadonlyMap<string, Words>>(new Map());
  const note = useCallback((sessionId: string, now: Words) => {
    setWords((before) => (before.get(sessionId) === now ? before : new Map(before).set(sessionId, now)));
  }, []);
  return (
    <BoardFrame
      summary={summaryOf(sessions.map(({ sessionId }) => words.get(sessionId) ?? checking))}
      count={sessions.length}
      onLeave={onClose}
      leave={
        <Button variant="ghost" icon={X} onClick={onClose}>
          Close
        </Button>
      }
    >
      {sessions.map((session) => {
        const Tile = session.trouble?.kind === 'locked' ? LockedTile : WatchedTile;
        return (
          <Tile
            key={session.sessionId}
            session={session}
            letters={badges.get(session.sessionId)?.letters}
            onWords={note}
            onOpen={() => onOpen(session.sessionId)}
          />
        );
      })}
    </BoardFrame>
  );
}

interface WatchedTileProps {
  readonly session: SessionView;
  readonly letters: string | undefined;
  readonly onWords: (sessionId: string, words: Words) => void;
  readonly onOpen: () => void;
}

function WatchedTile({ session, letters, onWords, onOpen }: WatchedTileProps) {
  const { view } = useCluster({ sessionId: session.sessionId }, boardEveryMs);
  const status = useMemo(
    () => (view.status === undefined ? undefined : boardStatusOf(view.status)),
    [view.status],
  );
  const words = verdictWords(status);
  useEffect(() => onWords(session.sessionId, words), [onWords, session.sessionId, words]);
  const problem = status === undefined ? view.problem?.message : undefined;
  return (
    <BoardTile
      session={session}
      letters={letters}
      onOpen={onOpen}
      words={words}
      status={status}
      {...(problem === undefined ? {} : { sentence: problem })}
    />
  );
}

/** Tile of a locked session, which has no token to ask with. */
function LockedTile({ session, letters, onWords, onOpen }: WatchedTileProps) {
  useEffect(() => onWords(session.sessionId, lockedWords), [onWords, session.sessionId]);
  return (
    <BoardTile
      session={session}
      letters={letters}
      onOpen={onOpen}
      words={lockedWords}
      status={undefined}
      sentence="Log in to watch it."
    />
  );
}
