import type { ConsoleHistoryLine } from '../../../shared/vault/console.ts';
import { classes } from '../../ui/classes.ts';
import { Text } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './console.module.css';

export interface HistoryListProps {
  readonly lines: readonly ConsoleHistoryLine[];
  readonly onPick: (line: ConsoleHistoryLine) => void;
}

/** Sent requests, newest first, without values; a click loads a line into the fields, its response below. */
export function HistoryList({ lines, onPick }: HistoryListProps) {
  if (lines.length === 0) return <p className={css['dim']}>Requests of this session, never saved to disk.</p>;
  return (
    <ul className={css['history']} aria-label="Sent requests">
      {lines.map((line) => (
        <li key={line.at + line.path}>
          <button type="button" className={css['historyLine']} onClick={() => onPick(line)}>
            <Text tone="dim" size={11} weight={600}>
              {line.method}
            </Text>
            <Text shrinks breaks size={12} data-mono>
              {line.path}
            </Text>
            <span className={classes(css['historyNote'], line.status >= 400 && css['wrong'])}>
              {line.status === 0 ? 'no response' : line.status}
            </span>
            <span className={classes(css['historyNote'], css['historyTime'])}>
              <RelativeTime iso={line.at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
