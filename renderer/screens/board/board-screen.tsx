import { X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { boardStatusOf } from '../../../shared/vault/board.ts';
import { boardEveryMs } from '../../api/board.ts';
import { useCluster } from '../../api/cluster.ts';
import { useBadges } from '../../parts/session/badges.ts';
import { isWell } from '../../parts/session/server-state.ts';
import { useServerState } from '../../parts/session/use-server-state.ts';
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

const nothingTold: Told = { tone: 'dim', isHealthy: false, at: '' };

/** All open sessions as tiles, readable from a distance, the worst first; each leads to its cluster. */
export function BoardScreen({ sessions, onOpen, onClose }: BoardScreenProps) {
  const badges = useBadges(sessions).ofSession;
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map());
  const onTold = useCallback((sessionId: string, one: Told) => {
    setTold((before) => new Map(before).set(sessionId, one));
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
        const locked = session.trouble?.kind === 'locked';
        const tile: TileProps = {
          session,
          letters: badges.get(session.sessionId)?.letters,
          onTold,
          onOpen: () => onOpen(session.sessionId),
        };
        return locked ? (
          // It has no token to ask with.
          <Tile key={session.sessionId} {...tile} problem="Log in to watch it." />
        ) : (
          <WatchedTile key={session.sessionId} {...tile} />
        );
      })}
    </BoardFrame>
  );
}

interface TileProps {
  readonly session: SessionView;
  readonly letters: string | undefined;
  readonly onTold: (sessionId: string, told: Told) => void;
  readonly onOpen: () => void;
  /** Said without a look at the nodes. */
  readonly problem?: string | undefined;
}

function WatchedTile(props: TileProps) {
  const { view } = useCluster({ sessionId: props.session.sessionId }, boardEveryMs);
  return <Tile {...props} problem={view.status === undefined ? view.problem?.message : undefined} />;
}

/** The server in the words of every other screen, with its nodes by the latest look. */
function Tile({ session, letters, onTold, onOpen, problem }: TileProps) {
  const { sessionId } = session;
  const state = useServerState(session);
  const { tone, look, sentence } = state;
  const status = useMemo(() => (look === undefined ? undefined : boardStatusOf(look)), [look]);
  const at = status?.at ?? '';
  // An old look does not say how the server is now.
  const isHealthy = state.age === '' && isWell(look?.verdict);
  useEffect(() => onTold(sessionId, { tone, isHealthy, at }), [onTold, sessionId, tone, isHealthy, at]);
  return (
    <BoardTile
      session={session}
      letters={letters}
      onOpen={onOpen}
      words={state}
      status={status}
      {...(status === undefined ? { sentence: problem ?? sentence } : {})}
    />
  );
}
