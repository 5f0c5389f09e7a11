import { LayoutGrid, Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { classes } from '../ui/classes.ts';
import { ContextMenu } from '../ui/context-menu.tsx';
import { errorLooks } from '../ui/error-icon.ts';
import { errorWords } from '../ui/error-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { NameText } from '../ui/marked-text.tsx';
import { shortcut } from '../ui/key-hint.tsx';
import { useNow } from '../ui/now.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { AppMenu } from './app-menu.tsx';
import { useBadges } from '../parts/session/badges.ts';
import type { Badge } from '../parts/session/badges.ts';
import badgeCss from '../parts/session/profile-badge.module.css';
import css from './rail.module.css';
import { useSessionMenu } from './session-menu.tsx';
import { digitOf } from './shortcuts.ts';
import type { StateWords } from '../parts/session/server-state.ts';
import { expiryWords } from '../parts/session/token-time.ts';
import { useServerState } from '../parts/session/use-server-state.ts';
import { showBoard } from '../workspace/board.ts';
import { keyHint } from '../workspace/key-map.ts';
import { groupsOf } from '../workspace/session-groups.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';

/** Open sessions as distinct badges, framed together if they share a token, and a button for another connection. */
export function Rail() {
  const { sessions, session } = useOpenSessions();
  const { connecting } = useWorkspace();
  const { activate, showConnect } = useWorkspaceActions();
  const badges = useBadges(sessions).ofSession;
  const badge = (one: SessionView) => (
    <SessionBadge
      key={one.sessionId}
      session={one}
      badge={badges.get(one.sessionId)}
      active={one.sessionId === session.sessionId && !connecting}
      digit={digitOf(sessions.indexOf(one), sessions.length)}
      onSelect={() => activate(one.sessionId)}
    />
  );
  return (
    <nav className={css['rail']} data-region="rail" aria-label="Sessions">
      <ul className={css['sessions']} data-listed data-fades="block">
        {groupsOf(sessions).map((group) =>
          group.length === 1 ? (
            group.map(badge)
          ) : (
            <li key={group[0]?.sessionId} className={css['group']}>
              <ul aria-label={`${group[0]?.name ?? ''}: ${String(group.length)} namespaces`}>
                {group.map(badge)}
              </ul>
            </li>
          ),
        )}
      </ul>
      <Tooltip text="Connect to another server" side="right">
        <button
          type="button"
          className={css['add']}
          aria-label="Connect to another server"
          aria-pressed={connecting}
          onClick={() => showConnect()}
        >
          <Icon of={Plus} />
        </button>
      </Tooltip>
      <div className={css['bottom']}>
        <IconButton
          icon={LayoutGrid}
          label="Board"
          keys={keyHint('board')}
          tooltipSide="right"
          iconSize={18}
          onClick={showBoard}
        />
        <AppMenu />
      </div>
    </nav>
  );
}

interface SessionBadgeProps {
  readonly session: SessionView;
  readonly badge: Badge | undefined;
  readonly active: boolean;
  /** Digit of its shortcut; empty: none. */
  readonly digit: string;
  readonly onSelect: () => void;
}

function SessionBadge({ session, badge, active, digit, onSelect }: SessionBadgeProps) {
  const { environment = '' } = session;
  const number = badge?.number === undefined ? '' : ` (${String(badge.number)})`;
  const root = badge?.namespace !== undefined && session.namespace === '' ? ' · root' : '';
  const mark = useMark(session);
  const words = `${session.name}${root}${number}${mark === undefined ? '' : `: ${mark.words}`}`;
  const timeLeft = useTimeLeft(session);
  const menu = useSessionMenu(session);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number }>();
  const openMenu = (x: number, y: number): void => {
    menu.onOpen();
    setMenuAt({ x, y });
  };
  const facts = [words, environment, session.address, timeLeft].filter((fact) => fact !== '');
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!active) return undefined;
    const keepInView = (): void => {
      place.current?.scrollIntoView({ block: 'nearest' });
    };
    keepInView();
    window.addEventListener('resize', keepInView);
    return () => window.removeEventListener('resize', keepInView);
  }, [active]);
  return (
    <li ref={place} className={classes(active && css['active'])}>
      <Tooltip
        text={facts.join(' · ')}
        side="right"
        {...(digit === '' ? {} : { keys: shortcut(`Ctrl Alt ${digit}`) })}
      >
        <button
          type="button"
          className={classes(badgeCss['look'], css['badge'])}
          data-colour={session.colour}
          aria-label={words}
          data-letters={badge?.letters ?? ''}
          {...(active ? { 'aria-current': 'true' as const } : {})}
          onClick={onSelect}
          onContextMenu={(event) => {
            event.preventDefault();
            openMenu(event.clientX, event.clientY);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
            event.preventDefault();
            const { right, top } = event.currentTarget.getBoundingClientRect();
            openMenu(right + 4, top);
          }}
        >
          {badge?.number !== undefined && <span className={css['number']} data-number={badge.number} />}
          {mark !== undefined && (
            <span className={classes(css['state'], css[mark.tone])}>
              <Icon of={mark.icon} size={11} />
            </span>
          )}
          {badge?.namespace !== undefined && (
            <span className={css['namespace']} aria-hidden="true">
              <NameText text={badge.namespace} />
            </span>
          )}
        </button>
      </Tooltip>
      {menuAt !== undefined && (
        <ContextMenu at={menuAt} items={menu.items} onClose={() => setMenuAt(undefined)} />
      )}
      {menu.dialogs}
    </li>
  );
}

interface Mark extends Pick<StateWords, 'icon' | 'tone'> {
  readonly words: string;
}

/** Trouble of the server or the token; undefined if none is known. */
function useMark(session: SessionView): Mark | undefined {
  const { trouble } = session;
  const { word, age, icon, tone } = useServerState(session);
  if (tone === 'danger' || tone === 'warn' || trouble?.kind === 'locked')
    return { icon, tone, words: `${word.toLowerCase()} ${age}`.trim() };
  if (trouble === undefined) return undefined;
  return {
    icon: errorLooks[trouble.kind].icon,
    tone: 'danger',
    words: errorWords(trouble).title.toLowerCase(),
  };
}

/** `token 41 min left`, if the session has an expiring token. */
function useTimeLeft({ token, trouble }: SessionView): string {
  const hasToken = trouble?.kind !== 'locked' && trouble?.kind !== 'unauthenticated';
  const read = useCallback((nowMs: number) => (hasToken ? expiryWords(token, nowMs) : ''), [token, hasToken]);
  return useNow(read);
}
