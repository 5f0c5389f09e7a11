import { useQuery } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { appErrorOf } from '../../api/client.ts';
import { auditQuery, countedEvery, metricsQuery } from '../../api/server.ts';
import type { Tone } from '../../ui/chip.tsx';
import { ClusterCard, problemHeadline } from './cards.tsx';
import { countNames } from './count-names.ts';
import type { CountName, Refusal } from './count-names.ts';
import { shortCount } from './short-count.ts';

export interface CountCardsProps {
  readonly session: SessionView;
  /** Nothing is asked unasked with a token of limited uses. */
  readonly limited: boolean;
  /** The server answers nobody now: what was counted is from before. */
  readonly stale: boolean;
  /** Whose refusal is shown below. */
  readonly open: CountName | undefined;
  /** Shows where that is administered. */
  readonly onShow: (name: CountName) => void;
  /** Shows what is missing for it. */
  readonly onRefused: (refusal: Refusal) => void;
}

/**
 * How many audit devices, leases and tokens there are. Asked when the screen opens and once a minute while it is seen, and
 * not with every look at the nodes: two requests that cost the server little (`sys/audit`, `sys/metrics`; what is refused is
 * not asked again unasked). Servers count their tokens every ten minutes (`usage_gauge_period`), and say nothing before: to
 * list their accessors instead would cost too much.
 */
export function CountCards(props: CountCardsProps) {
  const { session, limited, stale, open, onShow, onRefused } = props;
  const { sessionId } = session;
  const enabled = !limited;
  const audit = useQuery({ ...auditQuery(sessionId), ...countedEvery(enabled) });
  const metrics = useQuery({ ...metricsQuery(sessionId, limited), ...countedEvery(enabled) });
  const latest = metrics.data?.at(-1);
  const card = (name: CountName, count: number | undefined, failed: Error | null, tone: Tone = 'neutral') => {
    const untold = latest !== undefined && name !== 'audit' && count === undefined;
    const note =
      count !== undefined && (stale || failed !== null)
        ? 'Last known'
        : limited
          ? 'Asked for only when opened'
          : untold
            ? 'Not reported yet'
            : undefined;
    const error = count === undefined && failed !== null ? appErrorOf(failed) : undefined;
    return (
      <ClusterCard
        key={name}
        title={countNames[name]}
        headline={
          count === 0 && name === 'audit'
            ? 'None'
            : count !== undefined
              ? shortCount(count)
              : error === undefined
                ? '—'
                : problemHeadline(error)
        }
        tone={tone}
        {...(note === undefined ? {} : { note })}
        {...(error?.kind === 'forbidden' ? { open: open === name } : {})}
        onOpen={() => (error?.kind === 'forbidden' ? onRefused({ name, error }) : onShow(name))}
      />
    );
  };
  const devices = audit.data?.length;
  return (
    <>
      {card('audit', devices, audit.error, devices === 0 ? 'warn' : 'neutral')}
      {card('leases', latest?.leases, metrics.error)}
      {card('tokens', latest?.tokens, metrics.error)}
    </>
  );
}
