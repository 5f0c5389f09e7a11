/** One look at a node's metrics. */
import type { MetricsSample } from '../../../shared/vault/metrics.ts';
import { readMetrics, readQuantiles } from '../../vault/api/metrics.ts';
import type { Session } from '../session/session.ts';

/** Servers that have said that they keep no quantiles: a setting of their start. */
const withoutQuantiles = new WeakSet<Session>();

/** Asks for the metrics, and for quantiles where the server keeps any. */
export function lookAtMetrics(session: Session, signal?: AbortSignal): Promise<MetricsSample> {
  return session.run(async (caller) => {
    const summary = await readMetrics(caller);
    const atMs = Date.now();
    if (session.limitedUse || withoutQuantiles.has(session)) return { ...summary, atMs };
    const quantiles = await readQuantiles(caller);
    if (quantiles !== undefined) return { ...summary, atMs, quantiles };
    // A server without a request so far has none of them yet.
    if (summary.requestsPerSecond !== undefined) withoutQuantiles.add(session);
    return { ...summary, atMs };
  }, signal);
}
