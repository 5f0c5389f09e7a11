import type { LucideIcon } from 'lucide-react';
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Lock, TriangleAlert } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ClusterState, ClusterStatus } from '../../../shared/vault/cluster.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './cluster.module.css';

interface StateWords {
  readonly word: string;
  /** A shape of its own: it must be told without colours. */
  readonly icon: LucideIcon;
  readonly tone: 'ok' | 'warn' | 'danger' | 'neutral';
}

const states: Readonly<Record<ClusterState, StateWords>> = {
  healthy: { word: 'Healthy', icon: CircleCheck, tone: 'ok' },
  degraded: { word: 'Degraded', icon: TriangleAlert, tone: 'warn' },
  'no-leader': { word: 'No leader', icon: CircleHelp, tone: 'danger' },
  sealed: { word: 'Sealed', icon: Lock, tone: 'danger' },
  'not-initialized': { word: 'Not initialised', icon: CircleDashed, tone: 'warn' },
  unreachable: { word: 'Unreachable', icon: CircleX, tone: 'danger' },
};

const asking: StateWords = { word: 'Asking the nodes', icon: CircleDashed, tone: 'neutral' };

/** How the cluster is: one word to be read from across the room, and why in a sentence. */
export function VerdictBar({
  status,
  problem,
  rate,
}: {
  readonly status: ClusterStatus | undefined;
  /** Why nothing is known. */
  readonly problem: AppError | undefined;
  /** How often it is looked at, in words. */
  readonly rate: string;
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
        {word}
      </p>
      <div className={css['verdictText']}>
        {first !== undefined && <p className={css['reason']}>{first}</p>}
        {others.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {status !== undefined && (
          <p className={css['dim']}>
            {summary(status)}
            {status.seen.at !== '' && (
              <>
                {' · updated '}
                <RelativeTime iso={status.seen.at} />
              </>
            )}
            {' · '}
            {rate}
          </p>
        )}
      </div>
    </section>
  );
}

function summary({ seen: { nodes, autopilot } }: ClusterStatus): string {
  const count = nodes.length === 1 ? '1 node' : `${String(nodes.length)} nodes`;
  if (autopilot === undefined) return count;
  const { failureTolerance } = autopilot;
  const tolerates =
    failureTolerance === 0
      ? 'tolerates no failure'
      : `tolerates ${failureTolerance === 1 ? '1 failure' : `${String(failureTolerance)} failures`}`;
  return `${count} · ${tolerates}`;
}
