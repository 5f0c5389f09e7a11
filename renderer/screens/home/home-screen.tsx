import { CornerDownRight } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { NewEntryButton } from '../../parts/entry-actions/new-entry-button.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { keyMap } from '../../workspace/key-map.ts';
import { showPalette } from '../../workspace/palette.ts';
import { FavouriteGrid } from './favourite-grid.tsx';
import css from './home.module.css';
import { RecentGrid } from './recent-grid.tsx';
import { ServerPanel, type ServerWords } from './server-panel.tsx';
import { TokenPanel } from './token-panel.tsx';
import { Waiting } from './waiting.tsx';

export interface HomeScreenProps {
  readonly session: SessionView;
  /** What the server is, as far as the session knows. */
  readonly server: ServerWords;
}

/** Where a session begins: what is used daily and what waits. All of it is known already: nothing is asked of the server. */
export function HomeScreen({ session, server }: HomeScreenProps) {
  return (
    <div className={css['screen']}>
      <header className={css['header']}>
        <h2 className={css['title']}>Home</h2>
        <Button
          icon={CornerDownRight}
          onClick={() => {
            showPalette('path');
          }}
        >
          Go to path… <KeyHint keys={keyMap.goToPath.keys} />
        </Button>
        <NewEntryButton session={session} words />
      </header>
      <Waiting session={session} />
      <div className={css['columns']}>
        <div className={css['column']}>
          <FavouriteGrid session={session} />
          <RecentGrid session={session} />
        </div>
        <div className={css['column']}>
          <TokenPanel session={session} />
          <ServerPanel server={server} session={session} />
        </div>
      </div>
    </div>
  );
}
