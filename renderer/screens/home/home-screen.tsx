import type { SessionView } from '../../../shared/ipc/contract.ts';
import { capital } from '../../../shared/vault/one-line.ts';
import { NewEntryButton } from '../../parts/entry-actions/new-entry-button.tsx';
import { PathField } from '../../parts/palette/path-field.tsx';
import { Unfinished } from '../../parts/plan/unfinished-list.tsx';
import { Stack, Text, Card, Row } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { DueGrid } from './due.tsx';
import { FavouriteGrid } from './favourite-grid.tsx';
import css from './home.module.css';
import { RecentGrid } from './recent-grid.tsx';
import { Waiting } from './waiting.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { clusterFacts } from '../../parts/session/server-state.ts';
import { useServerState } from '../../parts/session/use-server-state.ts';
import { nameOfToken, useTokenLife, usesLeftWords } from '../../parts/session/token-time.ts';
import { Meter } from '../../ui/meter.tsx';
import { aMinute, useNow } from '../../ui/now.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { toned } from '../../ui/tone.ts';

export interface HomeScreenProps {
  readonly session: SessionView;
}

/** Start of a session: frequent places, unsaved work and status. It shows known data only, without a request. */
export function HomeScreen({ session }: HomeScreenProps) {
  return (
    <Page className={css['screen']}>
      <ScreenHead title="Home">
        <NewEntryButton session={session} words />
      </ScreenHead>
      <div>
        <PathField session={session} label="Go to a path" inPlace />
      </div>
      <Unfinished session={session} />
      <Waiting session={session} />
      <div className={css['columns']}>
        <Stack gap={20} shrinks>
          <DueGrid session={session} />
          <FavouriteGrid session={session} />
          <RecentGrid session={session} />
        </Stack>
        <Stack gap={20} shrinks>
          <TokenPanel session={session} />
          <ServerPanel session={session} />
        </Stack>
      </div>
    </Page>
  );
}

/**
 * The server's state, and the certificate of its nodes that expires first, unless the status bar tells of one; hidden
 * if only the word of the status bar is known.
 */
function ServerPanel({ session }: { readonly session: SessionView }) {
  const { openScreen } = useWorkspaceActions();
  const { icon, word, age, tone, sentence, look } = useServerState(session);
  const inBar = (session.expiring ?? []).length > 0;
  const nodes = inBar ? [] : (look?.seen.nodes ?? []);
  const [ends] = nodes.flatMap(({ certificateEnds }) => certificateEnds ?? []).sort();
  const isPast = useNow((nowMs) => ends !== undefined && Date.parse(ends) < nowMs, aMinute);
  const facts = look === undefined ? '' : clusterFacts(look);
  if (sentence === '' && look === undefined) return null;
  return (
    <Card as="section" className={css['card']} aria-label="Server">
      <h3 className={css['heading']}>Server</h3>
      <Row as="p" align="center" gap={8} size={15} weight={600} numbers tone={tone}>
        <Icon of={icon} /> {word}
        {age !== '' && ` ${age}`}
      </Row>
      {sentence !== '' && <Text breaks>{sentence}</Text>}
      {facts !== '' && (
        <Text as="p" tone="dim" size={12} breaks>
          {facts}
        </Text>
      )}
      {ends !== undefined && (
        <Text tone="dim" size={12}>
          Certificate {isPast ? 'expired' : 'expires'} <RelativeTime iso={ends} />
        </Text>
      )}
      <Button small onClick={() => openScreen('cluster')}>
        Cluster
      </Button>
    </Card>
  );
}

/** The token and its time left, as known to the session; it counts down without requests. */
function TokenPanel({ session: { token, trouble } }: { readonly session: SessionView }) {
  const { openScreen } = useWorkspaceActions();
  const { words, share, tone } = useTokenLife(token, trouble?.kind === 'unauthenticated');
  const uses = usesLeftWords(token.numUses);
  return (
    <Card as="section" className={css['card']} aria-label="Token">
      <h3 className={css['heading']}>Token</h3>
      <Text as="p" breaks>
        {nameOfToken(token)}
      </Text>
      <Text as="p" size={15} weight={600} numbers tone={tone}>
        {capital(words)}
      </Text>
      {share !== undefined && <Meter value={share} tone={tone} label="Time left" className={css['meter']} />}
      {uses !== undefined && <p className={toned('warn')}>{uses}</p>}
      <Button small onClick={() => openScreen('token')}>
        Details
      </Button>
    </Card>
  );
}
