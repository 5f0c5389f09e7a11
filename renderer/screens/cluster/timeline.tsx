import { useState } from 'react';
import type { ClusterEvent } from '../../../shared/vault/cluster.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Text } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toned } from '../../ui/tone.ts';
import css from './cluster.module.css';

/** Events shown at first. */
const FIRST = 12;

const time = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export interface TimelineProps {
  readonly events: readonly ClusterEvent[];
  /** ISO 8601; absent before the first verdict. */
  readonly since: string | undefined;
}

/** Changes while the cluster was watched, the latest first. */
export function Timeline({ events, since }: TimelineProps) {
  const [all, setAll] = useState(false);
  const shown = [...events].reverse().slice(0, all ? undefined : FIRST);
  return (
    <Panel title="Timeline">
      {since !== undefined && (
        <Note>
          Watched since {minute.format(new Date(since))}, while somebody looked. Kept until Strongroom quits.
        </Note>
      )}
      {shown.length === 0 ? (
        <Note>Nothing has changed{since === undefined ? '' : ' since then'}.</Note>
      ) : (
        <ol className={css['timeline']} aria-label="Timeline">
          {shown.map(({ at, kind, tone, text }, index) => (
            <li key={`${at} ${kind} ${text} ${String(shown.length - index)}`}>
              <Text as="time" dateTime={at} tone="dim" mono size={12} rigid>
                {time.format(new Date(at))}
              </Text>
              <span className={toned(tone === 'bad' ? 'danger' : tone === 'good' ? 'ok' : undefined)}>
                {text}
              </span>
            </li>
          ))}
        </ol>
      )}
      {!all && events.length > FIRST && (
        <Button small onClick={() => setAll(true)}>
          Show all {events.length}
        </Button>
      )}
    </Panel>
  );
}
