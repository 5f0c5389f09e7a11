import { Suspense } from 'react';
import { grouped, inMs } from '../../../../shared/vault/counted.ts';
import type { LatencySample, MetricsSample } from '../../../../shared/vault/metrics.ts';
import { metricsQuery } from '../../../api/server.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../../../parts/resource/topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { Text } from '../../../ui/layout.tsx';
import type { TopicPageProps } from '../topic.ts';
import type { ChartLine } from './chart.tsx';
import { lineColours } from './line-colours.ts';
import { lazily } from '../../../ui/lazily.ts';
import css from './server.module.css';

const Chart = lazily(() => import('./chart.tsx'), 'Chart');

const columns: readonly Column<LatencySample>[] = [
  { title: 'Operation', width: 160, share: 2, mono: true, text: ({ name }) => name },
  { title: 'Count', width: 90, text: ({ count }) => grouped(count) },
  { title: 'Mean', width: 110, text: ({ meanMs }) => inMs(meanMs) },
  { title: 'Longest', width: 110, text: ({ maxMs }) => inMs(maxMs) },
];

/** Metrics of the answering node. */
export function MetricsPage({ session }: TopicPageProps) {
  const query = useRead(session, metricsQuery(session.sessionId));
  return (
    <TopicPage
      title="Metrics"
      id="metrics"
      query={query}
      {...(query.costs ? {} : { note: 'Answering node only, updates every 10 s' })}
    >
      <Loaded query={query} failed="The metrics could not be read">
        {(looks) => <Charts looks={looks} />}
      </Loaded>
    </TopicPage>
  );
}

function Charts({ looks }: { readonly looks: readonly MetricsSample[] }) {
  const points = withGaps(looks);
  const latest = looks.at(-1);
  const times = points.map(({ atMs }) => atMs / 1000);
  const rate = [
    lineOf(points, 'Per second', 'accent', ({ requestsPerSecond }) => requestsPerSecond),
    lineOf(points, 'In flight', 'warn', ({ inFlight }) => inFlight),
  ];
  return (
    <>
      <div className={css['charts']}>
        <Plot title="Requests" times={times} lines={rate} />
        <Plot title="Latency" words={inMs} times={times} lines={latencyLines(points, latest)} />
        <Plot
          title="Leases"
          times={times}
          lines={[lineOf(points, 'Leases', 'accent', ({ leases }) => leases)]}
          counts
        />
        <Plot
          title="Tokens"
          times={times}
          lines={[lineOf(points, 'Tokens', 'accent', ({ tokens }) => tokens)]}
          counts
        />
      </div>
      {latest !== undefined && latest.latencies.length > 0 && (
        <section className={css['stack']} aria-label="Operations">
          <h3>Operations by total time, last 10 s</h3>
          <Table label="Operations" rows={latest.latencies} columns={columns} keyOf={({ name }) => name} />
        </section>
      )}
      {latest !== undefined && (
        <Text as="p" tone="dim" size={12}>
          {grouped(latest.series)} series reported
        </Text>
      )}
    </>
  );
}

/** Quantiles if the server provides them, else from its JSON: the mean and the longest of each interval. */
function latencyLines(
  points: readonly Partial<MetricsSample>[],
  latest: MetricsSample | undefined,
): readonly ChartLine[] {
  if (latest?.quantiles !== undefined)
    return [
      lineOf(points, 'p50', 'accent', ({ quantiles }) => quantiles?.p50),
      lineOf(points, 'p90', 'warn', ({ quantiles }) => quantiles?.p90),
      lineOf(points, 'p99', 'danger', ({ quantiles }) => quantiles?.p99),
    ];
  const handled = ({ latencies = [] }: Partial<MetricsSample>) =>
    latencies.find(({ name }) => name === 'core.handle_request');
  return [
    lineOf(points, 'Mean', 'accent', (point) => handled(point)?.meanMs),
    lineOf(points, 'Longest', 'danger', (point) => handled(point)?.maxMs),
  ];
}

interface PlotProps {
  readonly title: string;
  /** A value in words, as in the table below. */
  readonly words?: (value: number) => string;
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly counts?: boolean;
}

function Plot({ title, words = grouped, times, lines, counts = false }: PlotProps) {
  const told = lines.filter(({ values }) => values.some((value) => value !== null));
  return (
    <section className={css['plot']} aria-label={title}>
      <header className={css['plotHead']}>
        <h3>{title}</h3>
        <div className={css['legend']}>
          {told.map(({ name, tone, values }) => (
            <span key={name}>
              {told.length > 1 && (
                <>
                  <span aria-hidden className={lineColours[tone]}>
                    ■
                  </span>{' '}
                  {name}{' '}
                </>
              )}
              <b>{wordsOf(values.at(-1), words)}</b>
            </span>
          ))}
        </div>
      </header>
      {told.length === 0 ? (
        <p className={css['untold']}>Not reported by the server yet</p>
      ) : (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Chart label={title} times={times} lines={told} counts={counts} />
        </Suspense>
      )}
    </section>
  );
}

function wordsOf(value: number | null | undefined, words: (value: number) => string): string {
  return value === null || value === undefined ? '—' : words(value);
}

type Point = Partial<MetricsSample> & Pick<MetricsSample, 'atMs'>;

/** A longer pause between samples counts as a gap, in milliseconds. */
const GAP_MS = 35_000;

/** The samples with an empty point in every gap: a line must not bridge it. */
function withGaps(looks: readonly MetricsSample[]): readonly Point[] {
  return looks.flatMap((look, at): readonly Point[] => {
    const before = looks[at - 1];
    return before !== undefined && look.atMs - before.atMs > GAP_MS
      ? [{ atMs: before.atMs + 1 }, look]
      : [look];
  });
}

/** One line; a value missing from a sample is a gap. */
function lineOf(
  points: readonly Partial<MetricsSample>[],
  name: string,
  tone: ChartLine['tone'],
  valueOf: (point: Partial<MetricsSample>) => number | undefined,
): ChartLine {
  return { name, tone, values: points.map((point) => valueOf(point) ?? null) };
}
