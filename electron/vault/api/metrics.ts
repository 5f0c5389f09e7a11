/** A node's metrics (`sys/metrics`): of the node that answers, over its last ten seconds. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { LatencyQuantiles } from '../../../shared/vault/metrics.ts';
import type { VaultAnswer } from '../http/types.ts';
import { inPlace } from '../work.ts';
import { ask, reading } from './caller.ts';
import type { Caller } from './caller.ts';
import type { MetricsSummary } from './metrics-summary.ts';

/** The metrics in JSON, summed up. */
export async function readMetrics(caller: Caller): Promise<MetricsSummary> {
  const answer = await ask(caller, { ...reading('sys/metrics'), large: true });
  const bytes = bytesOf(answer);
  return workOf(caller)('metricsIn', { bytes }, bytes.length);
}

/** Quantiles of all requests; undefined if the server keeps none (`prometheus_retention_time`). */
export async function readQuantiles(caller: Caller): Promise<LatencyQuantiles | undefined> {
  try {
    const answer = await ask(caller, {
      ...reading('sys/metrics'),
      query: { format: 'prometheus' },
      large: true,
      anyBody: true,
    });
    const bytes = bytesOf(answer);
    return await workOf(caller)('quantilesIn', { bytes }, bytes.length);
  } catch (failure) {
    // 400 “prometheus is not enabled”, in plain text.
    if (failure instanceof AppFailure && failure.error.status === 400) return undefined;
    throw failure;
  }
}

function bytesOf({ large, text }: VaultAnswer): Uint8Array {
  return large?.bytes ?? Buffer.from(text, 'utf8');
}

function workOf({ client }: Caller) {
  return client.options.work ?? inPlace;
}
