import type { ReactNode } from 'react';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import { clusterFacts } from '../../parts/session/server-state.ts';
import type { ServerState } from '../../parts/session/server-state.ts';
import { classes } from '../../ui/classes.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note, Text } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './cluster.module.css';

export interface VerdictBarProps {
  readonly state: ServerState;
  readonly status: ClusterStatus | undefined;
  /** Reasons besides the first. */
  readonly others: readonly string[];
  /** On the full screen, which has no controls: shows all reasons. */
  readonly wall: boolean;
  /** Shown after the time; empty while it updates by itself. */
  readonly rate: string;
  /** The remedy. */
  readonly children?: ReactNode;
}

/** The state of the cluster: one word to be read from a distance, the reason in a sentence, and one button. */
export function VerdictBar({ state, status, others, wall, rate, children }: VerdictBarProps) {
  const { word, icon, tone, sentence, at } = state;
  const facts = status === undefined ? '' : clusterFacts(status);
  const more = others.map((reason) => <p key={reason}>{withWholeNames(reason)}</p>);
  return (
    <section className={classes(css['verdict'], css[tone])} aria-label="Verdict">
      <p className={css['verdictWord']} role="status">
        <Icon of={icon} size={28} />
        {word}
      </p>
      <div className={css['verdictText']}>
        {sentence !== '' && (
          <Text as="p" weight={600}>
            {withWholeNames(sentence)}
          </Text>
        )}
        {more.length > 0 &&
          (wall ? more : <Disclosure title={`${String(more.length)} more`}>{more}</Disclosure>)}
        {status !== undefined && (
          <Note>
            {facts}
            {at !== '' && (
              <>
                {facts !== '' && ' · '}
                <RelativeTime iso={at} />
              </>
            )}
            {rate}
          </Note>
        )}
      </div>
      <div className={css['verdictAction']}>{children}</div>
    </section>
  );
}

/** A name such as `node-2` does not end a line at its hyphen. */
function withWholeNames(sentence: string): ReactNode {
  const parts = sentence.split(/(\S{1,40}-\S{1,40})/);
  return parts.map((part, at) =>
    at % 2 === 0 ? part : <Text key={`${part} ${String(at)}`} nowrap children={part} />,
  );
}
