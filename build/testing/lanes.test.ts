import { expect, it } from 'vitest';
import { runLanes } from './lanes.mjs';

const good = { passed: 1, failed: 0, skipped: 0, failures: [] };

it('runs lanes beside each other, and what stands in one lane in order', async () => {
  const events: string[] = [];
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const results = await runLanes(
    [
      [
        { name: 'a', run: () => gate.then(() => good) },
        { name: 'b', run: () => Promise.resolve(good) },
      ],
      [
        {
          name: 'c',
          run: () => {
            release();
            return Promise.resolve(good);
          },
        },
      ],
    ],
    ({ name }) => events.push(name),
  );
  expect(events.indexOf('a')).toBeLessThan(events.indexOf('b'));
  expect(results.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
});

it('goes on after a stage that could not be run, and counts it as failed', async () => {
  const results = await runLanes(
    [
      [
        { name: 'broken', run: () => Promise.reject(new Error('no such program')) },
        { name: 'next', run: () => Promise.resolve(good) },
      ],
    ],
    () => undefined,
  );
  expect(results.map(({ name, result }) => [name, result.failed])).toEqual([
    ['broken', 1],
    ['next', 0],
  ]);
  expect(results[0]?.result.failures[0]).toContain('no such program');
});
