import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Lock, TriangleAlert } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ClusterState, ClusterStatus } from '../../../shared/vault/cluster.ts';
import { askedWords, membersOf } from '../../../shared/vault/cluster-nodes.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';
import type { Tolerance } from '../../../shared/vault/tolerance.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note, Text } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './cluster.module.css';

interface StateWords {
  readonly word: string;
  /** A distinct shape: the state must be readable without colours. */
  readonly icon: LucideIcon;
  readonly tone: 'ok' | 'warn' | 'danger' | 'neutral';
}

const states: Readonly<Record<ClusterState, StateWords>> = {
  healthy: { word: 'Healthy', icon: CircleCheck, tone: 'ok' },
  'partly-asked': { word: 'Not all asked', icon: CircleHelp, tone: 'neutral' },
  degraded: { word: 'Degraded', icon: TriangleAlert, tone: 'warn' },
  'no-leader': { word: 'No leader', icon: CircleHelp, tone: 'danger' },
  sealed: { word: 'Sealed', icon: Lock, tone: 'danger' },
  'not-initialized': { word: 'Not initialised', icon: CircleDashed, tone: 'warn' },
  unreachable: { word: 'Unreachable', icon: CircleX, tone: 'danger' },
};

const asking: StateWords = { word: 'Asking the nodes', icon: CircleDashed, tone: 'neutral' };

/** The state of the cluster: one word to be read from a distance, and the reason in a sentence. */
export function VerdictBar({
  status,
  problem,
  rate,
  children,
}: {
  readonly status: ClusterStatus | undefined;
  /** The error that keeps the state unknown. */
  readonly problem: AppError | undefined;
  /** The polling interval, in words. */
  readonly rate: string;
  /** Remedies. */
  readonly children?: ReactNode;
}) {
  const verdict =
    status?.verdict ??
    (problem === undefined ? undefined : { state: 'unreachable' as const, reasons: [problem.message] });
  const { word, icon, tone } = verdict === undefined ? asking : states[verdict.state];
  const [first, ...others] = verdict?.reasons ?? [];
  return (
    <section className={classes(css['verdict'], css[tone])} aria-label="Verdict">
      <p className={css['verdictWord']} role="status">
        <Icon of={icon} size={28} />
        {verdict?.state === 'partly-asked' && verdict.asked !== undefined ? askedWords(verdict.asked) : word}
      </p>
      <div className={css['verdictText']}>
        {first !== undefined && (
          <Text as="p" weight={600}>
            {first}
          </Text>
        )}
        {others.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {status !== undefined && (
          <Note>
            {summary(status)}
            {status.seen.at !== '' && (
              <>
                {' · updated '}
                <RelativeTime iso={status.seen.at} />
              </>
            )}
            {' · '}
            {rate}
          </Note>
        )}
      </div>
      <div className={css['verdictAction']}>{children}</div>
    </section>
  );
}

function summary({ seen, verdict }: ClusterStatus): string {
  const { length } = membersOf(seen);
  const count = counted(length, 'node');
  const asked = verdict?.asked;
  const isSaid = asked === undefined || verdict?.state === 'partly-asked' || asked.of === undefined;
  const nodes = isSaid ? (seen.allNamed === true ? count : `${count} known`) : askedWords(asked);
  const tolerance = length > 1 ? toleranceOf(seen) : undefined;
  return [
    nodes,
    ...(tolerance === undefined ? [] : [toleranceWords(tolerance)]),
    ...(seen.spokenBy === undefined ? [] : [`cards and autopilot as ${seen.spokenBy} says`]),
  ].join(' · ');
}

function toleranceWords({ failures, by }: Tolerance): string {
  const count = failures === 0 ? 'no failure' : counted(failures, 'failure');
  return `tolerates ${count}${by === 'reckoned' ? ' (reckoned: autopilot was not read)' : ''}`;
}
