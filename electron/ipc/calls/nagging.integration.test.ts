/**
 * A broken page that asks one question after another: after a refusal the user is left alone until they press
 * something.
 */
import { expect, it } from 'vitest';
import { sharedServers, startRecordingProxy } from '../../../e2e/servers/index.ts';
import { openOptions, targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();

/** Every call that opens a prompt, each time for another place. */
const tries: readonly ((app: TestApp, port: number) => Promise<unknown>)[] = [
  (app, port) => app.call('connection.check', { target: targetAt(`http://127.0.0.1:${String(port)}`) }),
  (app, port) => app.call('session.open', openOptions(`http://127.0.0.1:${String(port)}`)),
  (app) => app.call('secret.enter', { kind: 'password' }),
  (app) => app.call('connection.enterHeader', { name: 'X-Key', address: server.address }),
  (app) => app.call('app.setPreferences', { autoLockMinutes: 0 }),
];

it('opens none of a hundred prompts for a page whose person presses nothing: one question says so, and its no holds @nagging', async () => {
  const app = newApp({ contact: 'ask', gestures: 0 });
  const results: unknown[] = [];
  for (let round = 0; round < 20; round++)
    for (const [index, attempt] of tries.entries())
      results.push(await attempt(app, 20_000 + round * 10 + index));
  expect(app.asked).toMatchObject([{ title: 'Allow this without a key press or click?' }]);
  for (const result of results) expect(result).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
});

it('opens one prompt for each press, however many were made before the no', async () => {
  const app = newApp({ contact: 'ask', gestures: 30 });
  for (let port = 20_000; port < 20_010; port++) await tries[0]?.(app, port);
  expect(app.asked).toMatchObject([{ title: 'Contact this server?' }]);
  app.press(1);
  for (let port = 20_000; port < 20_010; port++) await tries[0]?.(app, port);
  expect(app.asked).toMatchObject([{ title: 'Contact this server?' }, { title: 'Contact this server?' }]);
});

it('says in the question what would be opened, and opens it for who goes on without a key press', async () => {
  const app = newApp({ contact: 'ask', gestures: 0 });
  app.answers.push('', '');
  await tries[0]?.(app, 20_000);
  expect(app.asked).toMatchObject([
    {
      title: 'Allow this without a key press or click?',
      facts: [expect.objectContaining({ name: 'Action', value: 'Ask “Contact this server?”' })],
    },
    { title: 'Contact this server?' },
  ]);
});

it('asks nothing of who works with assistive technology and has said so in the settings', async () => {
  const app = newApp({ contact: 'ask', gestures: 0 });
  app.preferences.now = { ...app.preferences.now, actWithoutInput: true };
  await tries[0]?.(app, 20_000);
  expect(app.asked).toMatchObject([{ title: 'Contact this server?' }]);
});

it('asks nobody who has just said no for the gesture that a write lacks', async () => {
  const app = newApp({ gestures: 1 });
  app.answers.push(server.rootToken);
  const { sessionId } = await app.must('session.open', openOptions(server.address));
  const wrap = () =>
    app.call('wrapping.wrap', { sessionId, ttl: '5m', jwt: false, what: { kind: 'data', json: '{"a":1}' } });
  app.asked.splice(0);
  for (let attempt = 0; attempt < 20; attempt++) await wrap();
  expect(app.asked).toMatchObject([{ title: 'Allow this without a key press or click?' }]);
  app.press(1);
  expect(await wrap()).toMatchObject({ ok: true });
});

it('leaves a person who goes on alone: a yes is followed by the next question', async () => {
  const place = stopping(await startRecordingProxy(server));
  const app = newApp({ contact: 'ask', gestures: 2 });
  app.answers.push('', server.rootToken);
  await app.must('connection.check', { target: targetAt(place.address) });
  await app.must('session.open', openOptions(place.address));
  expect(app.asked).toHaveLength(2);
});
