import { useEffect, useEffectEvent } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import { moveStateQuery, useForgetMounts } from '../../../api/access.ts';
import { useCloseTabs } from './close-tabs.ts';
import { Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import css from '../administration.module.css';

export interface Move {
  readonly migrationId: string;
  readonly from: string;
  readonly to: string;
}

/** Progress of a move, until it has ended. */
export function MoveProgress({ session, move }: { readonly session: SessionView; readonly move: Move }) {
  const { migrationId, from, to } = move;
  const forget = useForgetMounts(session.sessionId);
  const state = useRead(session, moveStateQuery(session.sessionId, migrationId));
  const ended = state.data !== undefined && state.data.state !== 'in-progress';
  const closeTabs = useCloseTabs(session.sessionId);
  const tell = useEffectEvent(() => {
    if (state.data?.state === 'success') closeTabs(from);
    forget();
  });
  useEffect(() => {
    if (ended) tell();
  }, [ended]);
  if (state.error !== undefined)
    return <Problem error={state.error} title="The status of the move could not be read" />;
  return (
    <p role="status" className={css['notice']} data-selectable>
      {state.data?.state === 'success'
        ? `Moved: ${from} is at ${to} now.`
        : state.data?.state === 'failure'
          ? `Not moved: ${from} is where it was. The server’s log says why (migration ${migrationId}).`
          : `Moving ${from} to ${to}…`}
    </p>
  );
}
