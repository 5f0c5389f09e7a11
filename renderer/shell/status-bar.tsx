import {
  CircleDashed,
  Lock,
  LockKeyhole,
  LockOpen,
  Server,
  ServerOff,
  Unplug,
  CircleArrowUp,
  ClipboardCheck,
  ClipboardX,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { products } from '../../shared/vault/server.ts';
import type { Health } from '../../shared/vault/server.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { Box, Text } from '../ui/layout.tsx';
import { toned } from '../ui/tone.ts';
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
import { updateWords } from '../parts/session/update-words.ts';
import { showSettings } from '../workspace/settings-section.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import { useCallback } from 'react';
import { useNow } from '../ui/now.ts';

/** State of the server, running jobs, and the user's token. */
export function StatusBar({ session }: { readonly session: SessionView }) {
  const state = sealState(session.health, session.trouble?.kind);
  const { namespace } = session;
  return (
    <footer className={css['bar']} data-region="status" aria-label="Status">
      <span className={classes(css['item'], toned(state.tone))}>
        <Icon of={state.icon} size={14} />
        {state.words}
      </span>
      <span className={css['item']}>
        <Icon of={Server} size={14} />
        <span className={css['text']}>{serverWords(session, state.serving)}</span>
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

export interface ServerState {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly tone: 'ok' | 'warn' | 'danger';
  /** Only a serving node has a role to show. */
  readonly serving?: true;
}

/** Server state as known to the session without a request. */
export function sealState(health: Health, trouble: AppErrorKind | undefined): ServerState {
  if (trouble === 'locked') return { words: 'Locked', icon: LockKeyhole, tone: 'warn' };
  if (trouble === 'other-cluster') return { words: 'Another cluster', icon: ServerOff, tone: 'danger' };
  if (trouble === 'network' || trouble === 'tls' || trouble === 'timeout')
    return { words: 'Cannot connect', icon: Unplug, tone: 'danger' };
  if (trouble === 'bad-answer') return { words: 'Not a Vault response', icon: ServerOff, tone: 'danger' };
  if (trouble === 'server-error') return { words: 'Server failed', icon: ServerOff, tone: 'danger' };
  if (!health.initialized || trouble === 'not-initialized')
    return { words: 'Not initialised', icon: CircleDashed, tone: 'warn' };
  if (health.sealed || trouble === 'sealed') return { words: 'Sealed', icon: Lock, tone: 'danger' };
  if (trouble === 'namespace-sealed') return { words: 'Namespace sealed', icon: Lock, tone: 'warn' };
  return { words: 'Unsealed', icon: LockOpen, tone: 'ok', serving: true };
}

/** `Vault 1.21.2 · n1 active`; the role only if it is serving. */
export function serverWords({ health, node }: SessionView, serving = false): string {
  const product = products[health.kind].name;
  const server = health.version === '' ? product : `${product} ${health.version}`;
  const role = health.performanceStandby ? 'performance standby' : health.standby ? 'standby' : 'active';
  const told = [node, serving ? role : ''].filter((word) => word !== '').join(' ');
  return told === '' ? server : `${server} · ${told}`;
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
      {words}
    </button>
  );
}

/** Countdown to the clearing of the app's clipboard content; reports failed clearing. */
function ClipboardStatus() {
  const state = useQuery(query('clipboard.state', {})).data;
  const clearsAtMs = Date.parse(state?.clearsAt ?? '');
  const read = useCallback(
    (nowMs: number) => (Number.isNaN(clearsAtMs) ? 0 : Math.max(0, Math.round((clearsAtMs - nowMs) / 1000))),
    [clearsAtMs],
  );
  const seconds = useNow(read);
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
      <span className={css['text']}>Clipboard is cleared in {seconds} s</span>
    </span>
  );
}
