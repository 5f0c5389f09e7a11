/**
 * Credentials made for a program end with it, with a lock and with the app. No engine of the test servers makes one by
 * a read: a proxy in front passes such a read on as the write that makes one, so that credential and lease are real.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, asSent, bodyOf, forward, listen } from '../../../e2e/servers/forwarding.ts';
import type { Listening } from '../../../e2e/servers/forwarding.ts';
import { ask, must, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import { useProgramApps } from './programs.fixture.ts';
import type { ProgramApp } from './programs.fixture.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
const programApp = useProgramApps(newApp);
const mount = uniqueName('ssh');
const kv = uniqueName('leases');

/** Every lease that was made. */
const leases: string[] = [];
/** The answer to the next read that makes one is lost. */
let loses = false;
let proxy: Listening & { readonly rootToken: string };

beforeAll(async () => {
  const listening = await listen((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const mints = request.method === 'GET' && request.url === `/v1/${mount}/creds/otp`;
      const sent = mints
        ? { ...asSent(request), method: 'POST', body: Buffer.from('{"ip":"127.0.0.1"}') }
        : { ...asSent(request), body };
      const reply = await forward(dev, sent);
      if (mints) leases.push((JSON.parse(reply.body.toString()) as { lease_id: string }).lease_id);
      if (mints && loses) {
        loses = false;
        request.socket.destroy();
      } else answer(response, reply);
    })();
  });
  proxy = { ...listening, rootToken: dev.rootToken };
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'ssh' });
  const role = { key_type: 'otp', default_user: 'ops', cidr_list: '127.0.0.0/8' };
  await must(dev, 'POST', `${mount}/roles/otp`, role);
  await must(dev, 'POST', `sys/mounts/${kv}`, { type: 'kv', options: { version: '2' } });
  await must(dev, 'POST', `${kv}/data/web`, { data: { password: 'x' } });
});
afterAll(() => proxy.stop());

/** Leases that the server still knows. */
async function left(): Promise<number> {
  const answers = await Promise.all(
    leases.map((lease_id) => ask(dev, 'POST', 'sys/leases/lookup', { lease_id })),
  );
  return answers.filter(({ status }) => status === 200).length;
}

const variables = (to: ProgramApp) => ({
  USER_NAME: to.reference(`${mount}/creds/otp`, { key: 'username' }),
  PASSWORD: to.reference(`${mount}/creds/otp`, { key: 'key' }),
});

it('one credential is made, given, and revoked when the program has ended', async () => {
  const to = await programApp(proxy);
  to.app.answers.push('once');
  const before = leases.length;
  const end = await to.launch(['run', '--no-mask', '--', 'sh', '-c', 'echo $USER_NAME; exit 3'], {
    env: variables(to),
  });
  expect(end).toMatchObject({ code: 3, out: 'ops\n' });
  await expect.poll(left).toBe(0);
  expect(leases.length - before).toBe(1);
  expect(to.app.asked).toHaveLength(1);
  const [asked] = to.app.asked;
  expect(asked?.kind === 'confirm' ? [asked.notes, asked.choices?.length] : undefined).toEqual([
    [expect.objectContaining({ text: expect.stringContaining('new credential') as string })],
    1,
  ]);
});

it.each(['lock', 'off', 'quit'] as const)('it is revoked by %s while the program runs', async (how) => {
  const to = await programApp(proxy);
  to.app.answers.push('once');
  const { child, ended } = to.begin(
    ['run', '--no-mask', '--', 'sh', '-c', 'echo $USER_NAME; exec sleep 60'],
    {
      env: variables(to),
    },
  );
  const began = new Promise((resolve) => child.stdout?.once('data', resolve));
  await expect.poll(left).toBe(1);
  await began;
  if (how === 'lock') await to.app.lock('asked');
  else if (how === 'quit') await to.app.shutdown();
  else {
    to.app.preferences.now = { ...to.app.preferences.now, programs: false };
    await to.app.services.programs.follow();
  }
  await expect.poll(left).toBe(0);
  child.kill('SIGKILL');
  await ended;
});

it('none is left behind by a request that fails after it was made, or by a no', async () => {
  const to = await programApp(proxy);
  to.app.answers.push('once', null, 'once');
  const before = leases.length;
  const missing = { ...variables(to), NONE: to.reference(`${kv}/web`, { key: 'none' }) };
  const words = ['run', '--no-mask', '--', 'true'];
  expect((await to.launch(words, { env: missing })).code).toBe(84);
  expect(await left()).toBe(0);
  expect((await to.launch(words, { env: variables(to) })).code).toBe(81);
  const unknown = { ...variables(to), NONE: to.reference(`${mount}/creds/otp`, { key: 'none' }) };
  expect((await to.launch(words, { env: unknown })).code).toBe(84);
  await expect.poll(left).toBe(0);
  expect(leases.length - before).toBe(2);
});

it('one whose answer was lost is not made again, and the program is told that it may exist', async () => {
  const to = await programApp(proxy);
  to.app.answers.push('once');
  const before = leases.length;
  loses = true;
  const end = await to.launch(['run', '--no-mask', '--', 'echo', 'ran'], { env: variables(to) });
  expect(end).toMatchObject({ code: 85, out: '' });
  expect(end.err).toContain('its lease is not known here');
  expect(leases.length - before).toBe(1);
  await must(dev, 'PUT', 'sys/leases/revoke', { lease_id: leases.at(-1) });
});
