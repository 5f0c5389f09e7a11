/** Words of a server's metrics, as much of them as is drawn: a server may tell 50,000 series. */

/** One measure of a kind of request, over the server's last interval of ten seconds. Durations in milliseconds. */
export interface LatencySample {
  /** E.g. `handle_request`. */
  readonly name: string;
  readonly count: number;
  readonly meanMs: number;
  readonly maxMs: number;
}

/** Latency in milliseconds by quantile, since the server's start or over its retention; where it keeps quantiles at all. */
export interface LatencyQuantiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** What one look at the metrics of a node found. Undefined: the server does not tell it. */
export interface MetricsSample {
  /** The end of the server's interval, as it writes it. */
  readonly interval: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly atMs: number;
  readonly requestsPerSecond?: number;
  readonly leases?: number;
  readonly tokens?: number;
  readonly inFlight?: number;
  /** The kinds of request that took longest in all, most first, at most `mostSamples`. */
  readonly latencies: readonly LatencySample[];
  readonly quantiles?: LatencyQuantiles;
  /** Series that the server told. */
  readonly series: number;
}

export const mostSamples = 12;
