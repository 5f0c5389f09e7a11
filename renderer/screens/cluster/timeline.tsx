import { useState } from 'react';
import type { ClusterEvent } from '../../../shared/vault/cluster.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Text } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toned } from '../../ui/tone.ts';
import css from './cluster.module.css';

/** Events shown at first, and on the full screen. */
const FIRST = 12;
const FIRST_ON_WALL = 4;

const tones = { bad: 'danger', good: 'ok', plain: 'dim' } as const;

export interface TimelineProps {
  readonly events: readonly ClusterEvent[];
  /** ISO 8601; absent before the first verdict. */
  readonly since: string | undefined;
  readonly wall: boolean;
}

/** Changes while the cluster was watched, the latest first: red fails, green returns, grey follows. */
export function Timeline({ events, since, wall }: TimelineProps) {
  const [all, setAll] = useState(false);
  const shown = [...events].reverse().slice(0, wall ? FIRST_ON_WALL : all ? undefined : FIRST);
  return (
    <Panel
      title="Timeline"
      actions={
        since !== undefined &&
        !wall && (
          <Text tone="dim" size={12} weight={400}>
            First look <RelativeTime iso={since} />
          </Text>
        )
      }
    >
      {shown.length === 0 ? (
        <Note>No changes yet.</Note>
      ) : (
        <ol className={css['timeline']} aria-label="Timeline">
          {shown.map(({ at, kind, tone, text, then = '' }, index) => (
            <li key={`${at} ${kind} ${text} ${String(shown.length - index)}`}>
              <Text tone="dim" size={12} rigid>
                <RelativeTime iso={at} />
              </Text>
              <span className={toned(tones[tone])}>{text}</span>
              {then !== '' && <Text tone="dim">→ {then}</Text>}
            </li>
          ))}
        </ol>
      )}
      {!wall && !all && events.length > FIRST && (
        <Button small onClick={() => setAll(true)}>
          Show all {events.length}
        </Button>
      )}
    </Panel>
  );
}
