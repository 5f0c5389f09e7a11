import type { SessionView } from '../../../shared/ipc/contract.ts';
import { NewEntryButton } from '../../parts/entry-actions/new-entry-button.tsx';
import { PathField } from '../../parts/palette/path-field.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { FavouriteGrid } from './favourite-grid.tsx';
import css from './home.module.css';
import { RecentGrid } from './recent-grid.tsx';
import { ServerPanel, type ServerWords } from './server-panel.tsx';
import { TokenPanel } from './token-panel.tsx';
import { Waiting } from './waiting.tsx';

export interface HomeScreenProps {
  readonly session: SessionView;
  /** State of the server, as known to the session. */
  readonly server: ServerWords;
}

/** Start of a session: frequent places, unsaved work and status. It shows known data only, without a request. */
export function HomeScreen({ session, server }: HomeScreenProps) {
  return (
    <div className={css['screen']}>
      <header className={css['header']}>
        <Text as="h2" size="title" weight={600} grow>
          Home
        </Text>
        <NewEntryButton session={session} words />
      </header>
      <div className={css['path']}>
        <PathField session={session} label="Go to a path" inPlace />
      </div>
      <Waiting session={session} />
      <div className={css['columns']}>
        <Stack gap={20} shrinks>
          <FavouriteGrid session={session} />
          <RecentGrid session={session} />
        </Stack>
        <Stack gap={20} shrinks>
          <TokenPanel session={session} />
          <ServerPanel server={server} session={session} />
        </Stack>
      </div>
    </div>
  );
}
