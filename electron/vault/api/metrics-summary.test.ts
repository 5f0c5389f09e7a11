import { describe, expect, it } from 'vitest';
import { metricsIn, quantilesIn } from './metrics-summary.ts';

const bytesOf = (value: unknown) => ({ bytes: Buffer.from(JSON.stringify(value)) });

describe('metrics', () => {
  it('that a server does not tell are not made up', () => {
    expect(metricsIn(bytesOf({ Timestamp: 'now' }))).toEqual({ interval: 'now', latencies: [], series: 0 });
    expect(metricsIn({ bytes: Buffer.alloc(0) })).toEqual({ interval: '', latencies: [], series: 0 });
    expect(metricsIn(bytesOf({ Gauges: 'no list', Samples: [null, 7] }))).toMatchObject({ latencies: [] });
  });

  it('are summed up over labels, and found with a host name before them', () => {
    const gauge = (Name: string, Value: number) => ({ Name, Value, Labels: {} });
    const summary = metricsIn(
      bytesOf({
        Gauges: [
          ...[gauge('vault.vault-1.example.com.expire.num_leases', 40), gauge('vault.token.count', 3)],
          ...[gauge('vault.token.count', 4), gauge('vault.core.in_flight_requests', 1)],
        ],
        Samples: [
          { Name: 'vault.core.handle_request', Count: 25, Sum: 50, Mean: 2, Max: 9 },
          { Name: 'vault.raft.commitTime', Count: 1, Sum: 900, Mean: 1, Max: 1 },
          { Name: 'vault.route.read.secret-', Count: 2, Sum: 80, Mean: 40, Max: 70 },
        ],
      }),
    );
    expect(summary).toMatchObject({ leases: 40, tokens: 7, inFlight: 1, requestsPerSecond: 2.5, series: 7 });
    expect(summary.latencies.map(({ name }) => name)).toEqual(['route.read.secret-', 'core.handle_request']);
  });
});

describe('quantiles', () => {
  const line = (quantile: string, value: string) =>
    `vault_core_handle_request{quantile="${quantile}"} ${value}\n`;

  it('are read where all of them are numbers', () => {
    const text = `# HELP\n${line('0.5', '0.4')}${line('0.9', '1.2e+00')}${line('0.99', '8')}`;
    expect(quantilesIn({ bytes: Buffer.from(text) })).toEqual({ p50: 0.4, p90: 1.2, p99: 8 });
  });

  it('are none where nothing was asked lately, or nothing is told', () => {
    const text = line('0.5', 'NaN') + line('0.9', 'NaN') + line('0.99', 'NaN');
    expect(quantilesIn({ bytes: Buffer.from(text) })).toBeUndefined();
    expect(quantilesIn({ bytes: Buffer.from('prometheus is not enabled') })).toBeUndefined();
  });
});
