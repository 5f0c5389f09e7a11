/**
 * Credentials made for a program end with it, with a lock and with the app. A broker's management interface of the
 * test's own makes them: the engine of both products asks it for each user.
 */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { must, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import { useProgramApps } from './programs.fixture.ts';
import type { ProgramApp } from './programs.fixture.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
const programApp = useProgramApps(newApp);
const mount = uniqueName('broker');
const kv = uniqueName('leases');

/** Users of the broker: made and not deleted. */
const users = new Set<string>();
let made = 0;
let broker: Server;

beforeAll(async () => {
  broker = createServer((request, response) => {
    const [, user] = /^\/api\/users\/([^/]+)$/.exec(request.url ?? '') ?? [];
    if (user !== undefined && request.method === 'PUT') {
      users.add(user);
      made++;
    }
    if (user !== undefined && request.method === 'DELETE') users.delete(user);
    request.resume();
    response.writeHead(request.method === 'PUT' ? 201 : 204).end();
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'rabbitmq' });
  await must(dev, 'POST', `${mount}/config/connection`, {
    connection_uri: `http://127.0.0.1:${String(port)}`,
    username: 'admin',
    password: 'admin',
    verify_connection: false,
  });
  await must(dev, 'POST', `${mount}/roles/app`, { tags: 'management' });
  await must(dev, 'POST', `sys/mounts/${kv}`, { type: 'kv', options: { version: '2' } });
  await must(dev, 'POST', `${kv}/data/web`, { data: { password: 'x' } });
});
afterAll(() => void broker.close());

const variables = (to: ProgramApp) => ({
  USER_NAME: to.reference(`${mount}/creds/app`, { key: 'username' }),
  PASSWORD: to.reference(`${mount}/creds/app`, { key: 'password' }),
});

it('one credential is made, given, and revoked when the program has ended', async () => {
  const to = await programApp(dev);
  to.app.answers.push('once');
  const before = made;
  const end = await to.launch(['run', '--no-mask', '--', 'sh', '-c', 'echo $USER_NAME; exit 3'], {
    env: variables(to),
  });
  expect(end).toMatchObject({ code: 3, out: expect.stringMatching(/^root-/) });
  expect(made - before).toBe(1);
  await expect.poll(() => users.size).toBe(0);
  expect(to.app.asked).toHaveLength(1);
  const [asked] = to.app.asked;
  expect(asked?.kind === 'confirm' ? [asked.notes, asked.choices?.length] : undefined).toEqual([
    [expect.objectContaining({ text: expect.stringContaining('new credential') })],
    1,
  ]);
});

it.each(['lock', 'off', 'quit'] as const)('it is revoked by %s while the program runs', async (how) => {
  const to = await programApp(dev);
  to.app.answers.push('once');
  const { child, ended } = to.begin(
    ['run', '--no-mask', '--', 'sh', '-c', 'echo $USER_NAME; exec sleep 60'],
    {
      env: variables(to),
    },
  );
  await expect.poll(() => users.size).toBe(1);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  if (how === 'lock') await to.app.lock('asked');
  else if (how === 'quit') await to.app.shutdown();
  else {
    to.app.preferences.now = { ...to.app.preferences.now, programs: false };
    await to.app.services.programs.follow();
  }
  await expect.poll(() => users.size).toBe(0);
  child.kill('SIGKILL');
  await ended;
});

it('none is left behind by a request that fails after it was made, or by a no', async () => {
  const to = await programApp(dev);
  to.app.answers.push('once', null, 'once');
  const before = made;
  const missing = { ...variables(to), NONE: to.reference(`${kv}/web`, { key: 'none' }) };
  const words = ['run', '--no-mask', '--', 'true'];
  expect((await to.launch(words, { env: missing })).code).toBe(84);
  expect(users.size).toBe(0);
  expect((await to.launch(words, { env: variables(to) })).code).toBe(81);
  const unknown = { ...variables(to), NONE: to.reference(`${mount}/creds/app`, { key: 'none' }) };
  expect((await to.launch(words, { env: unknown })).code).toBe(84);
  await expect.poll(() => users.size).toBe(0);
  expect(made - before).toBe(2);
});
