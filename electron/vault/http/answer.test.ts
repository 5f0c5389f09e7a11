/** Size of an answer that main takes at once: its value is made in main, which is blocked meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { RawAnswer } from './attempt.ts';
import { judgeAnswer } from './answer.ts';

const members = (count: number, value = '1'): string =>
  `{"data":{${Array.from({ length: count }, (_, at) => `"k${String(at)}":${value}`).join()}}}`;
const mount = `{${Array.from({ length: 18 }, (_, at) => `"fact_${String(at)}":"of a mount"`).join()}}`;

const context = {
  origin: 'http://vault.test',
  address: 'http://vault.test',
  host: 'vault.test',
  write: false,
  knownSecrets: [],
};

async function judge(body: string, safe: boolean, large = false) {
  const raw: RawAnswer = { what: 'answer', status: 200, headers: {}, body: Buffer.from(body) };
  const judged = await judgeAnswer(raw, {
    ...context,
    request: { method: 'GET', path: 'sys/x', safe, large },
  });
  return 'error' in judged ? judged.error.kind : judged.answer.status;
}

it.each([
  ['400,000 names', members(400_000)],
  ['a list of 400,000 lists', `{"data":[${'[],'.repeat(400_000)}0]}`],
  ['400,000 levels', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
  ['a text of 5 MiB', `{"data":"${'x'.repeat(5 * 1024 * 1024)}"}`],
])('refuses %s where it can be asked for again', async (_what, body) => {
  expect(await judge(body, true)).toBe('too-large');
});

it('takes the mounts of a large server, and a text of 3 MiB', async () => {
  expect(await judge(members(5_000, mount), true)).toBe(200);
  expect(await judge(`{"data":"${'x'.repeat(3 * 1024 * 1024)}"}`, true)).toBe(200);
});

it('takes what may exist once, and what is read elsewhere, whatever it is made of @large-answers', async () => {
  expect(await judge(members(400_000), false)).toBe(200);
  expect(await judge(members(400_000), true, true)).toBe(200);
});

it('lets go of the request with its token, and of the bytes of the answer, while somebody has its value', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const raw: RawAnswer = { what: 'answer', status: 200, headers: {}, body: Buffer.from('{"data":1}') };
  const asked = async () => {
    const request = { method: 'GET', path: 'sys/x', token: 'a token' } as const;
    return { judged: await judgeAnswer(raw, { ...context, request }), request: new WeakRef(request) };
  };
  const { judged, request } = await asked();
  // The weak reference's target lives for the turn.
  await nextTurn();
  collect();
  expect(request.deref()).toBeUndefined();
  expect('answer' in judged && judged.answer.json()).toEqual({ data: 1 });
  expect('answer' in judged && judged.answer.text).toBe('{"data":1}');
  expect(raw.body).toEqual(Buffer.alloc(10));
});
