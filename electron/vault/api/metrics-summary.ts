/**
 * The few numbers of a server's metrics that are drawn. A server can have tens of thousands of series: they are read
 * in the worker (`work.ts`), and the result is as small for 50,000 of them as for fifty.
 */
import { mostSamples } from '../../../shared/vault/metrics.ts';
import type { LatencyQuantiles, LatencySample, MetricsSample } from '../../../shared/vault/metrics.ts';
import { textOfBytes } from '../http/body.ts';
import { asNumber, asObject, asText } from './fields.ts';

export type MetricsSummary = Omit<MetricsSample, 'atMs' | 'quantiles'>;

/** The server's interval, seconds: counts within it are rates. */
const INTERVAL_SECONDS = 10;

/** Reads the JSON of `sys/metrics`; an empty body has no numbers. Throws `SyntaxError` if it is not JSON. */
export function metricsIn({ bytes }: { readonly bytes: Uint8Array }): MetricsSummary {
  const top = bytes.length === 0 ? {} : asObject(JSON.parse(textOfBytes(bytes)) as unknown);
  const gauges = listOf(top['Gauges']);
  const samples = listOf(top['Samples']);
  const handled = samples.filter(({ Name }) => withoutPrefix(Name) === 'core.handle_request');
  const leases = sumOf(gauges, 'expire.num_leases');
  const tokens = sumOf(gauges, 'token.count');
  const inFlight = sumOf(gauges, 'core.in_flight_requests');
  return {
    interval: asText(top['Timestamp']),
    ...(handled.length === 0
      ? {}
      : {
          requestsPerSecond: handled.reduce((sum, one) => sum + asNumber(one['Count']), 0) / INTERVAL_SECONDS,
        }),
    ...(leases === undefined ? {} : { leases }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(inFlight === undefined ? {} : { inFlight }),
    latencies: latenciesIn(samples),
    series: gauges.length + samples.length + listOf(top['Counters']).length,
  };
}

/**
 * Quantiles of `vault_core_handle_request` in the text of `sys/metrics?format=prometheus`; undefined if it has none.
 */
export function quantilesIn({ bytes }: { readonly bytes: Uint8Array }): LatencyQuantiles | undefined {
  const text = textOfBytes(bytes);
  const found = new Map<string, number>();
  for (const [, labels = '', value = ''] of text.matchAll(
    /^vault_core_handle_request\{([^}\r\n\u2028\u2029]{0,500})\} (\S{1,40})$/gm,
  )) {
    const quantile = /quantile="([\d.]+)"/.exec(labels)?.[1];
    const ms = Number(value);
    // Empty windows of the server are written as NaN.
    if (quantile !== undefined && Number.isFinite(ms))
      found.set(quantile, Math.max(ms, found.get(quantile) ?? 0));
  }
  const [p50, p90, p99] = [found.get('0.5'), found.get('0.9'), found.get('0.99')];
  return p50 === undefined || p90 === undefined || p99 === undefined ? undefined : { p50, p90, p99 };
}

type Entry = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** Names begin with the server's own prefix. */
function withoutPrefix(name: unknown): string {
  return asText(name).replace(/^[^.]*\./, '');
}

function sumOf(gauges: readonly Entry[], name: string): number | undefined {
  // Telemetry can be set to put a host name before it: `vault.host.example.expire.num_leases`.
  const found = gauges.filter(({ Name }) => asText(Name).endsWith(`.${name}`));
  return found.length === 0 ? undefined : found.reduce((sum, one) => sum + asNumber(one['Value']), 0);
}

/** Samples that time the work for clients: requests, logins, engines' reads and writes. */
const isLatency =
  /^(?:core\.(?:handle_request|handle_login_request|check_token)|route\.|token\.|barrier\.|audit\.log_)/;

function latenciesIn(samples: readonly Entry[]): readonly LatencySample[] {
  return samples
    .filter(({ Name }) => isLatency.test(withoutPrefix(Name)))
    .sort((a, b) => asNumber(b['Sum']) - asNumber(a['Sum']))
    .slice(0, mostSamples)
    .map((one) => ({
      name: withoutPrefix(one['Name']).slice(0, 200),
      count: asNumber(one['Count']),
      meanMs: asNumber(one['Mean']),
      maxMs: asNumber(one['Max']),
    }));
}
