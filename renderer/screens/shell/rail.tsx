import { Plus } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { classes } from '../../ui/classes.ts';
import { errorWords } from '../../ui/error-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { AppMenu } from './app-menu.tsx';
import { initials } from './initials.ts';
import css from './rail.module.css';
import { useWorkspace } from './workspace.tsx';

/** Open sessions as badges in their profile's colour, and the way to another one. */
export function Rail() {
  const { sessions, session, connecting, activate, showConnect } = useWorkspace();
  return (
    <nav className={css['rail']} data-region="rail" aria-label="Sessions">
      <ul className={css['sessions']}>
        {sessions.map((one) => (
          <Badge
            key={one.sessionId}
            session={one}
            active={one.sessionId === session.sessionId && !connecting}
            onSelect={() => {
              activate(one.sessionId);
            }}
          />
        ))}
      </ul>
      <Tooltip text="Connect to another server" side="right">
        <button
          type="button"
          className={css['add']}
          aria-label="Connect to another server"
          aria-pressed={connecting}
          onClick={showConnect}
        >
          <Icon of={Plus} />
        </button>
      </Tooltip>
      <div className={css['bottom']}>
        <AppMenu />
      </div>
    </nav>
  );
}

interface BadgeProps {
  readonly session: SessionView;
  readonly active: boolean;
  readonly onSelect: () => void;
}

function Badge({ session, active, onSelect }: BadgeProps) {
  const trouble = session.trouble === undefined ? '' : `: ${errorWords(session.trouble).title.toLowerCase()}`;
  return (
    <li className={classes(active && css['active'])}>
      <Tooltip text={`${session.name}${trouble}`} side="right">
        <button
          type="button"
          className={css['badge']}
          data-colour={session.colour}
          aria-label={`${session.name}${trouble}`}
          data-initials={initials(session.name)}
          {...(active ? { 'aria-current': 'true' as const } : {})}
          onClick={onSelect}
        >
          {session.trouble !== undefined && <span className={css['trouble']} />}
        </button>
      </Tooltip>
    </li>
  );
}
