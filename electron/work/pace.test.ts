import { expect, test } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import { createPace, createPaces } from './pace.ts';

/** Requests that end when told to. */
function requests() {
  const open: PromiseWithResolvers<undefined>[] = [];
  return {
    open,
    request: () => {
      const ends = Promise.withResolvers<undefined>();
      open.push(ends);
      return ends.promise;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no more requests are under way than allowed', async () => {
  const { open, request } = requests();
  const pace = createPace(2);
  const all = [1, 2, 3, 4].map(() => pace.run(request));
  await turn();
  expect(open).toHaveLength(2);
  open[0]?.resolve(undefined);
  await turn();
  expect(open).toHaveLength(3);
  for (let at = 1; at < 4; at++) {
    open[at]?.resolve(undefined);
    await turn();
  }
  await Promise.all(all);
});

test('one 429 halves it, however many answer so together, and good answers raise it again', async () => {
  const pace = createPace(8);
  const limited = new AppFailure({ kind: 'rate-limited', message: 'Too many requests.' });
  await Promise.allSettled(Array.from({ length: 8 }, () => pace.run(() => Promise.reject(limited))));
  expect(pace.allowed()).toBe(4);
  for (let at = 0; at < 16; at++) await pace.run(() => Promise.resolve());
  expect(pace.allowed()).toBe(5);
});

test('a server that slows gets fewer requests, never none', async () => {
  let now = 0;
  const pace = createPace(4, () => now);
  const taking = (ms: number) => () => {
    now += ms;
    return Promise.resolve();
  };
  await pace.run(taking(20));
  for (let at = 0; at < 10; at++) await pace.run(taking(1_000));
  expect(pace.allowed()).toBe(1);
});

test('an ordinary refusal does not slow it', async () => {
  const pace = createPace(4);
  const forbidden = new AppFailure({ kind: 'forbidden', message: 'No.' });
  await expect(pace.run(() => Promise.reject(forbidden))).rejects.toThrow(AppFailure);
  expect(pace.allowed()).toBe(4);
});

test('the jobs of a session share a pace, which follows the bound of the settings', async () => {
  let most = 4;
  const paceFor = createPaces(() => most);
  const session = {};
  expect(paceFor(session)).toBe(paceFor(session));
  expect(paceFor({})).not.toBe(paceFor(session));
  most = 2;
  const { open, request } = requests();
  const all = [1, 2, 3].map(() => paceFor(session).run(request));
  await turn();
  expect(open).toHaveLength(2);
  most = 8;
  for (let at = 0; at < 3; at++) {
    open[at]?.resolve(undefined);
    await turn();
  }
  await Promise.all(all);
  for (let at = 0; at < 16; at++) await paceFor(session).run(() => Promise.resolve());
  expect(paceFor(session).allowed()).toBeGreaterThan(4);
});
