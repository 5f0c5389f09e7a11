import { expect, it } from 'vitest';
import { makeQuickCalls } from './quick-calls.ts';

function setUp(gestures = 0) {
  const asked: string[] = [];
  let left = gestures;
  const calls = makeQuickCalls(
    {
      answerPage: (name, _input, _callId, askerId, origin) => {
        asked.push(`${String(name)} ${String(askerId)} ${origin}`);
        return Promise.resolve({ ok: true, value: {} });
      },
    },
    { take: () => left-- > 0 },
    () => undefined,
  );
  return { calls, asked };
}

it.each([
  ...['entry.reveal', 'entry.revealAll', 'entry.raw', 'app.setPreferences', 'console.send', 'secret.show'],
  ...['clipboard.copyText', 'workspace.save', 'no.such', 'constructor', '', 7, null, ['entry.copy']],
])('refuses %s, without a look at its input', async (name) => {
  const { calls, asked } = setUp(9);
  expect(await calls.answerPage(name, {}, 1, 5, 'gesture')).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
});

it('pays for opening an entry and copying from it by one press of its own', async () => {
  const { calls, asked } = setUp(1);
  for (const name of ['entry.open', 'entry.copy', 'entry.copy', 'session.reauthenticate'])
    await calls.answerPage(name, {}, 1, 5, 'gesture');
  expect(asked).toEqual([
    'entry.open 5 menu',
    'entry.copy 5 menu',
    // A screen's call by itself is asked about, as one of a broken main page.
    'entry.copy 5 screen',
    'session.reauthenticate 5 screen',
  ]);
});

it('never counts a read as asked for by hand', async () => {
  const { calls, asked } = setUp(9);
  await calls.answerPage('session.list', {}, 1, 5, 'gesture');
  expect(asked).toEqual(['session.list 5 screen']);
  expect(calls.isBusy()).toBe(false);
});
