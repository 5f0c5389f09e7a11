import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../e2e/servers/forwarding.ts';
import { endAll, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';

const ends: End[] = [];
afterEach(() => endAll(ends));

it('has as many requests under way as the setting of jobs allows at most', async () => {
  const most = 32;
  const waiting: ServerResponse[] = [];
  const all = Promise.withResolvers<undefined>();
  const listening = await listen((_request, response) => {
    waiting.push(response);
    if (waiting.length === most) all.resolve(undefined);
  });
  ends.push(listening.stop);
  const client = testClient(ends, listening.address);
  const sent = Array.from({ length: most }, () => client.send({ method: 'GET', path: 'sys/health' }));
  await all.promise;
  for (const response of waiting) response.end('{}');
  expect(await Promise.all(sent)).toHaveLength(most);
});
