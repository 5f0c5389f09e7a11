/** Reads a node's metrics once. */
import type { MetricsSample } from '../../../shared/vault/metrics.ts';
import { readMetrics, readQuantiles } from '../../vault/api/metrics.ts';
import type { Session } from '../session/session.ts';

/** Servers known to keep no quantiles: a setting of their start. */
const withoutQuantiles = new WeakSet<Session>();

/** Reads the metrics, and quantiles if the server keeps any. */
export function lookAtMetrics(session: Session, signal?: AbortSignal): Promise<MetricsSample> {
  return session.run(async (caller) => {
    const summary = await readMetrics(caller);
    const atMs = Date.now();
    if (session.limitedUse || withoutQuantiles.has(session)) return { ...summary, atMs };
    const quantiles = await readQuantiles(caller);
    if (quantiles !== undefined) return { ...summary, atMs, quantiles };
    // A server without any request so far has no quantiles yet.
    if (summary.requestsPerSecond !== undefined) withoutQuantiles.add(session);
    return { ...summary, atMs };
  }, signal);
}
