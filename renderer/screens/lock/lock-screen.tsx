import { useQuery } from '@tanstack/react-query';
import { ClipboardX, EyeOff, LayoutGrid, Lock } from 'lucide-react';
import type { LockState, SessionView } from '../../../shared/ipc/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useBadges } from '../../parts/session/badges.ts';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import { Box, Note, Row, Text } from '../../ui/layout.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import css from './lock.module.css';
import { query } from '../../api/client.ts';
import { unsavedWords, reasonWords } from './lock-words.ts';
import { UnlockAll } from './unlock-all.tsx';
import { Unlock } from './unlock.tsx';

export interface LockScreenProps {
  readonly lock: LockState;
  readonly sessions: readonly SessionView[];
  /** Shows the status of the servers; absent unless the user has allowed it. */
  readonly onBoard?: () => void;
}

/** The screen of the locked app: the locked connections, the time and reason of the lock, and ways to unlock. */
export function LockScreen({ lock, sessions, onBoard }: LockScreenProps) {
  const unsaved = unsavedWords(lock);
  const badges = useBadges(sessions).ofSession;
  return (
    <StateScreen
      as="main"
      icon={Lock}
      title="Strongroom is locked"
      lead={
        <Text as="p" tone="dim" pretty>
          {reasonWords(lock.reason)} Locked <RelativeTime iso={lock.since} />. No tokens in memory.
        </Text>
      }
    >
      <ClipboardProblem />
      {unsaved !== '' && (
        <p className={css['kept']} role="note">
          <Icon of={EyeOff} />
          {unsaved}
        </p>
      )}
      <ul aria-label="Locked connections" className={css['list']}>
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <Unlock session={session} lock={lock} first={sessions.length === 1}>
              <ProfileBadge hidden colour={session.colour} letters={badges.get(session.sessionId)?.letters} />
              <SessionName session={session} />
            </Unlock>
          </li>
        ))}
      </ul>
      <Row wrap align="center" gap={8}>
        <UnlockAll autoFocus locked={sessions} />
        {onBoard !== undefined && (
          <Button icon={LayoutGrid} onClick={onBoard}>
            Board
          </Button>
        )}
      </Row>
    </StateScreen>
  );
}

/** Name and address in one line; an unnamed connection is called by its host already. */
function SessionName({ session: { name, address, namespace } }: { readonly session: SessionView }) {
  const parts = [address.endsWith(`//${name}`) ? '' : address, namespace];
  const where = parts.filter((part) => part !== '').join(' · ');
  return (
    <Box grow shrinks>
      <Text as="h2" weight={600} twoLines title={name}>
        {name}
      </Text>
      {where !== '' && (
        <Note code size={12} cut title={where} data-selectable>
          {where}
        </Note>
      )}
    </Box>
  );
}

/** A copied value that could not be cleared from the clipboard: the only thing that the lock leaves exposed. */
function ClipboardProblem() {
  const problem = useQuery(query('clipboard.state', {})).data?.problem;
  if (problem === undefined) return null;
  return (
    <p className={css['problem']} role="alert">
      <Icon of={ClipboardX} />
      Clipboard not cleared: {problem}
    </p>
  );
}
