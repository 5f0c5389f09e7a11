/** Types of a server's metrics, limited to those drawn: a server can report 50,000 series. */

/** One metric of a kind of request, over the server's last interval of ten seconds. Durations in milliseconds. */
export interface LatencySample {
  /** E.g. `handle_request`. */
  readonly name: string;
  readonly count: number;
  readonly meanMs: number;
  readonly maxMs: number;
}

/** Latency in milliseconds by quantile, since the server's start or over its retention; if it records quantiles. */
export interface LatencyQuantiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** One reading of a node's metrics. Undefined: not reported by the server. */
export interface MetricsSample {
  /** End of the server's interval, in its own format. */
  readonly interval: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly atMs: number;
  readonly requestsPerSecond?: number;
  readonly leases?: number;
  readonly tokens?: number;
  readonly inFlight?: number;
  /** Kinds of request with the longest total time, longest first, at most `mostSamples`. */
  readonly latencies: readonly LatencySample[];
  readonly quantiles?: LatencyQuantiles;
  /** Number of series in the response. */
  readonly series: number;
}

export const mostSamples = 12;
