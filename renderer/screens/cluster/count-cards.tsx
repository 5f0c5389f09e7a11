import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { query } from '../../api/client.ts';
import { countedEvery, metricsQuery } from '../../api/server.ts';
import { useRead } from '../../parts/read/use-read.ts';
import type { Tone } from '../../ui/chip.tsx';
import { ClusterCard, problemHeadline } from './cards.tsx';
import { countNames } from './count-names.ts';
import type { CountName, Refusal } from './count-names.ts';
import { shortCount } from './short-count.ts';

export interface CountCardsProps {
  readonly session: SessionView;
  /** A token of limited uses: counts are read only on request. */
  readonly limited: boolean;
  /** The server does not answer now: the counts are from before. */
  readonly stale: boolean;
  /** The count whose refusal is shown below. */
  readonly open: CountName | undefined;
  /** Shows the screen that administers it. */
  readonly onShow: (name: CountName) => void;
  /** Shows the missing permission. */
  readonly onRefused: (refusal: Refusal) => void;
}

/**
 * Counts of audit devices, leases and tokens. Read when the screen opens and once a minute while visible, not with
 * every poll of the nodes: two cheap requests (`sys/audit`, `sys/metrics`; a refused one is only repeated on
 * request). Servers count their tokens every ten minutes (`usage_gauge_period`), and report nothing before: listing
 * their accessors instead would cost too much.
 */
export function CountCards(props: CountCardsProps) {
  const { session, limited, stale, open, onShow, onRefused } = props;
  const { sessionId } = session;
  const enabled = !limited;
  const audit = useRead(session, query('audit.list', { sessionId }, countedEvery(enabled)));
  const metrics = useRead(session, { ...metricsQuery(sessionId), ...countedEvery(enabled) });
  const latest = metrics.data?.at(-1);
  const card = (
    name: CountName,
    count: number | undefined,
    failed: AppError | undefined,
    tone: Tone = 'neutral',
  ) => {
    const untold = latest !== undefined && name !== 'audit' && count === undefined;
    const note =
      count !== undefined && (stale || failed !== undefined)
        ? 'Last known'
        : limited
          ? 'Asked for only when opened'
          : untold
            ? 'Not reported yet'
            : undefined;
    const error = count === undefined ? failed : undefined;
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
