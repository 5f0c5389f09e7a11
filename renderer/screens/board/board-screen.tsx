import { X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { boardStatusOf } from '../../../shared/vault/board.ts';
import { boardEveryMs } from '../../api/board.ts';
import { useCluster } from '../../api/cluster.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { asking, stateByCheck, verdictWords } from '../../parts/session/server-state.ts';
import type { StateWords } from '../../parts/session/server-state.ts';
import { Button } from '../../ui/button.tsx';
import { BoardFrame } from './board-frame.tsx';
import { BoardTile } from './board-tile.tsx';
import { asOf, summaryOf, worstFirst } from './board-words.ts';
import type { Told } from './board-words.ts';

export interface BoardScreenProps {
  readonly sessions: readonly SessionView[];
  /** Opens the cluster of a session. */
  readonly onOpen: (sessionId: string) => void;
  readonly onClose: () => void;
}

const nothingTold: Told = { words: asking, at: '' };

/** All open sessions as tiles, readable from a distance, the worst first; each leads to its cluster. */
export function BoardScreen({ sessions, onOpen, onClose }: BoardScreenProps) {
  const badges = useBadges(sessions).ofSession;
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map());
  const note = useCallback((sessionId: string, words: StateWords, at: string) => {
    setTold((before) => new Map(before).set(sessionId, { words, at }));
  }, []);
  const toldOf = ({ sessionId }: SessionView): Told => told.get(sessionId) ?? nothingTold;
  return (
    <BoardFrame
      summary={summaryOf(sessions.map(toldOf))}
      asOf={asOf(sessions.map(toldOf))}
      count={sessions.length}
      onLeave={onClose}
      leave={
        <Button variant="ghost" icon={X} onClick={onClose}>
          Close
        </Button>
      }
    >
      {worstFirst(sessions, toldOf).map((session) => {
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
  readonly onWords: (sessionId: string, words: StateWords, at: string) => void;
  readonly onOpen: () => void;
}

function WatchedTile({ session, letters, onWords, onOpen }: WatchedTileProps) {
  const { sessionId } = session;
  const { view } = useCluster({ sessionId }, boardEveryMs);
  const status = useMemo(
    () => (view.status === undefined ? undefined : boardStatusOf(view.status)),
    [view.status],
  );
  const words = verdictWords(status?.verdict);
  const at = status?.at ?? '';
  useEffect(() => onWords(sessionId, verdictWords(status?.verdict), at), [onWords, sessionId, status, at]);
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
  useEffect(() => onWords(session.sessionId, stateByCheck(session), ''), [onWords, session]);
  return (
    <BoardTile
      session={session}
      letters={letters}
      onOpen={onOpen}
      words={stateByCheck(session)}
      status={undefined}
      sentence="Log in to watch it."
    />
  );
}
