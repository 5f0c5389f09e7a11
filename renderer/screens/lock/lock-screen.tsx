import { useQuery } from '@tanstack/react-query';
import { ClipboardX, EyeOff, LayoutGrid, Lock } from 'lucide-react';
import type { LockState, SessionView } from '../../../shared/ipc/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useBadges } from '../../parts/session/badges.ts';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import { Box, Card, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import css from './lock.module.css';
import { query } from '../../api/client.ts';
import { unsavedWords, reasonWords } from './lock-words.ts';
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
          {reasonWords(lock.reason)} Locked <RelativeTime iso={lock.since} />. No token is held, and nothing
          that was read is left on this page.
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
      {onBoard !== undefined && (
        <div>
          <Button icon={LayoutGrid} onClick={onBoard}>
            Board
          </Button>
        </div>
      )}
      <Stack as="ul" gap={12} aria-label="Locked connections">
        {sessions.map((session, index) => (
          <Card as="li" key={session.sessionId} className={css['session']}>
            <Row align="center" gap={12}>
              <ProfileBadge hidden colour={session.colour} letters={badges.get(session.sessionId)?.letters} />
              <Box shrinks>
                <Text as="h2" weight={600} breaks>
                  {session.name}
                </Text>
                <Note code size={12} data-selectable>
                  {session.address}
                  {session.namespace !== '' && ` · ${session.namespace}`}
                </Note>
              </Box>
            </Row>
            <Unlock session={session} lock={lock} first={index === 0} />
          </Card>
        ))}
      </Stack>
    </StateScreen>
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
