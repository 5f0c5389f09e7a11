import { Maximize, Minimize } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFullScreen } from '../../api/board.ts';
import { vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/layout.tsx';
import css from './board.module.css';
import { takeFocus } from '../../ui/focus.ts';

export interface BoardFrameProps {
  readonly summary: string;
  /** Time of the looks; not announced, because it changes with each. */
  readonly asOf: string;
  /** Number of tiles. */
  readonly count: number;
  /** Buttons that leave the board. */
  readonly leave: ReactNode;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** The board over the whole window: tiles as large as fits. */
export function BoardFrame({ summary, asOf, count, leave, onLeave, children }: BoardFrameProps) {
  const full = useFullScreen();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => takeFocus(frame.current), []);
  const turn = (): void => {
    // Refused without a user gesture: the window stays as it is.
    vault.board.fullScreen({ on: !full }).catch(() => undefined);
  };
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)));
  return (
    <main
      ref={frame}
      tabIndex={-1}
      className={css['board']}
      aria-labelledby="board-title"
      data-region="main"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (full) turn();
        else onLeave();
      }}
    >
      <header className={css['head']}>
        <Text as="h1" id="board-title" size="title" weight={650}>
          Board
        </Text>
        <Text as="p" tone="dim" size={15} role="status">
          {summary}
        </Text>
        {asOf !== '' && (
          <Text tone="dim" aria-hidden>
            ·
          </Text>
        )}
        <Text as="p" tone="dim" size={15} grow numbers>
          {asOf}
        </Text>
        <Button variant="ghost" icon={full ? Minimize : Maximize} onClick={turn}>
          {full ? 'Leave full screen' : 'Full screen'}
        </Button>
        {leave}
      </header>
      <ul
        className={css['tiles']}
        style={{
          gridTemplateColumns: `repeat(auto-fit, minmax(max(260px, calc(${String(100 / columns)}% - 16px)), 1fr))`,
        }}
        aria-label="Servers"
      >
        {children}
      </ul>
    </main>
  );
}
