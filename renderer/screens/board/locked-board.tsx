import { useQuery } from '@tanstack/react-query';
import { LockOpen } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { lockedBoardQuery } from '../../api/board.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { isWell, notAsked, verdictWords } from '../../parts/session/server-state.ts';
import { Button } from '../../ui/button.tsx';
import { BoardFrame } from './board-frame.tsx';
import { BoardTile } from './board-tile.tsx';
import { asOf, summaryOf, worstFirst } from './board-words.ts';

export interface LockedBoardProps {
  readonly sessions: readonly SessionView[];
  /** Returns to the lock screen. */
  readonly onUnlock: () => void;
}

/** The board of a locked app: only the status of the servers, which main asks without a token. */
export function LockedBoard({ sessions, onUnlock }: LockedBoardProps) {
  const { data = [], isError } = useQuery(lockedBoardQuery());
  const badges = useBadges(sessions).ofSession;
  const tiles = sessions.map((session) => {
    const { status, problem } = data.find(({ sessionId }) => sessionId === session.sessionId) ?? {};
    const refused = isError ? 'Not allowed in the settings.' : problem;
    const words = refused === undefined ? verdictWords(status?.verdict) : notAsked;
    const { tone } = words;
    return {
      session,
      status,
      refused,
      words,
      tone,
      isHealthy: refused === undefined && isWell(status?.verdict),
      at: status?.at ?? '',
    };
  });
  return (
    <BoardFrame
      summary={`Locked · ${summaryOf(tiles)}`}
      asOf={asOf(tiles)}
      count={sessions.length}
      onLeave={onUnlock}
      leave={
        <Button variant="ghost" icon={LockOpen} onClick={onUnlock}>
          Unlock
        </Button>
      }
    >
      {worstFirst(tiles, (tile) => tile).map(({ session, status, refused, words }) => (
        <BoardTile
          key={session.sessionId}
          session={session}
          status={status}
          words={words}
          letters={badges.get(session.sessionId)?.letters}
          {...(refused === undefined ? {} : { sentence: refused })}
        />
      ))}
    </BoardFrame>
  );
}
