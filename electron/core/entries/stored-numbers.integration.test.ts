/** Numbers that KV v2 changes, and the results: the app's prediction against the server's behaviour. */
import { expect, it } from 'vitest';
import { ask, must, newKvMount, sharedServers } from '../../../e2e/servers/index.ts';
import { sliceAt } from '../../../shared/vault/json-slices.ts';
import { changedNumbers } from '../../../shared/vault/stored-numbers.ts';

const chosen =
  '1.0 1.10 1e21 1.0e21 1e20 999999999999999900000 0.1 0.30000000000000004 0.1234567890123456789 9007199254740992 ' +
  '9007199254740993 9007199254740993.0 9007199254740993e0 123456789012345678.5 1e-400 1e2 1E5 1e+5 -0 -0.0 0e5 1e-7 ' +
  '0.0000001 1e-6 0.000001 1.7976931348623157e308 5e-324 2.5e-324 2e-324 3.141592653589793 3.1415926535897932 4.35 -1.0';

/** Numbers of every form, the same in each run. */
function* madeUp(count: number): Generator<string> {
  let seed = 20_261_122;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const digits = (most: number): string => Array.from({ length: 1 + next(most) }, () => next(10)).join('');
  for (let made = 0; made < count; made++) {
    const whole = String(BigInt(digits(24)));
    const fraction = next(2) === 0 ? '' : `.${digits(20)}`;
    const exponent =
      next(3) > 0 ? '' : `${next(2) === 0 ? 'e' : 'E'}${['', '+', '-'][next(3)] ?? ''}${next(280)}`;
    yield `${next(4) === 0 ? '-' : ''}${whole}${fraction}${exponent}`;
  }
}

it('are told exactly, with what they come back as', async () => {
  const server = sharedServers().dev;
  const { path } = await newKvMount(server, 2);
  const numbers = [...chosen.split(' '), ...madeUp(2000)];
  await must(server, 'POST', `${path}data/numbers`, `{"data":{"all":[${numbers.join(',')}]}}`);
  const { text } = await ask(server, 'GET', `${path}data/numbers`);
  const came = (sliceAt(text, ['data', 'data', 'all']) ?? '').slice(1, -1).split(',');
  expect(came.length).toBe(numbers.length);
  const told = numbers.map((written) => changedNumbers(written)[0]?.stored ?? written);
  expect(told).toEqual(came);
});

it.each(['1e400', '-1e400'])('no engine takes %s', async (number) => {
  const server = sharedServers().dev;
  const [v1, v2] = [await newKvMount(server, 1), await newKvMount(server, 2)];
  expect((await ask(server, 'POST', `${v1.path}x`, `{"n":${number}}`)).status).toBe(500);
  expect((await ask(server, 'POST', `${v2.path}data/x`, `{"data":{"n":${number}}}`)).status).toBe(500);
});
