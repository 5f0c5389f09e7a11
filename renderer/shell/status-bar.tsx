import { Server, CircleArrowUp, ClipboardCheck, ClipboardX } from 'lucide-react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { Box, Text } from '../ui/layout.tsx';
import { toned } from '../ui/tone.ts';
import { Words, fitWords } from './bar-words.tsx';
import { ExpiringNotice } from './expiring-notice.tsx';
import { DiscardedEditsStatus } from './discarded-edits.tsx';
import { OneTimeResultsStatus } from './one-time-results-status.tsx';
import { JobStatus } from './job-status.tsx';
import { LockButton } from './lock-button.tsx';
import { ServerClock } from '../ui/server-clock.tsx';
import css from './status-bar.module.css';
import { TestingBuild } from './testing-build.tsx';
import { TokenStatus } from './token-status.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/client.ts';
import { serverFacts } from '../parts/session/server-state.ts';
import { useServerState } from '../parts/session/use-server-state.ts';
import { updateWords } from '../parts/session/update-words.ts';
import { showSettings } from '../workspace/settings-section.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import { useSecondsUntil } from '../ui/now.ts';

/** State of the server, running jobs, and the user's token. */
export function StatusBar({ session }: { readonly session: SessionView }) {
  const state = useServerState(session);
  const { namespace } = session;
  return (
    <footer ref={fitWords} className={css['bar']} data-region="status" aria-label="Status">
      <span className={classes(css['item'], toned(state.tone))}>
        <Icon of={state.icon} size={14} />
        <Words
          drop={8}
          text={state.age === '' ? state.word : `${state.word} ${state.age}`}
          title={state.sentence}
        />
      </span>
      <span className={css['item']}>
        <Icon of={Server} size={14} />
        <Words drop={2} text={serverFacts(session, state)} />
      </span>
      {namespace !== '' && (
        <span className={css['item']}>
          ns{' '}
          <Text code className={css['text']}>
            {namespace}
          </Text>
        </span>
      )}
      <TestingBuild />
      <Box as="span" grow />
      <JobStatus />
      {session.trouble?.kind !== 'locked' && (
        <>
          <DiscardedEditsStatus key={session.sessionId} sessionId={session.sessionId} />
          <OneTimeResultsStatus />
          <UpdateStatus />
        </>
      )}
      <ClipboardStatus />
      <ExpiringNotice session={session} />
      <LockButton />
      {session.trouble?.kind !== 'locked' && (
        <ServerClock value={session.health.clockAheadMs ?? 0}>
          <TokenStatus session={session} />
        </ServerClock>
      )}
    </footer>
  );
}

/** Notice of a newer app version, if found; a click opens its settings. */
function UpdateStatus() {
  const words = updateWords(useQuery(query('updates.state', {})).data);
  const { openScreen, hideConnect } = useWorkspaceActions();
  if (words === undefined) return null;
  return (
    <button
      type="button"
      className={css['held']}
      onClick={() => {
        hideConnect();
        showSettings('updates');
        openScreen('settings');
      }}
    >
      <Icon of={CircleArrowUp} size={14} />
      <Words drop={5} text={words} />
    </button>
  );
}

/** Countdown to the clearing of the app's clipboard content; reports failed clearing. */
function ClipboardStatus() {
  const state = useQuery(query('clipboard.state', {})).data;
  const seconds = useSecondsUntil(Date.parse(state?.clearsAt ?? ''));
  if (state?.problem !== undefined) {
    return (
      <span role="alert" className={classes(css['item'], toned('danger'))}>
        <Icon of={ClipboardX} size={14} />
        <span className={css['text']}>Clipboard not cleared: {state.problem}</span>
      </span>
    );
  }
  if (seconds === 0) return null;
  return (
    <span className={css['item']}>
      <Icon of={ClipboardCheck} size={14} />
      <Words drop={3} text="Clipboard is cleared in" />
      <span>{seconds} s</span>
    </span>
  );
}
