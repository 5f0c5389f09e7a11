/** The sample server that the user starts from within the app: a real one, on this machine, and gone with the app. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ask, newToken, sharedServers, until } from '../../../e2e/servers/index.ts';
import { serverBinary } from '../../../e2e/servers/server-binary.ts';
import type { SampleServer } from '../../core/platform.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeSampleProcess } from '../../platform/sample-process.ts';
import type { SampleProcess } from '../../platform/sample-process.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp } = useTestApps();
let sample: SampleProcess | undefined;
afterEach(() => sample?.stop());

const onPath = { PATH: dirname(serverBinary()), HOME: '/nowhere', VAULT_TOKEN: 'canary-of-the-shell' };

/** Command line and environment of the processes that hold an address. */
function processesOf(address: string): string[] {
  const port = new URL(address).port;
  return pidsBelow(String(process.pid)).flatMap((pid) => {
    try {
      const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
      const line = read('cmdline');
      return line.includes(`127.0.0.1:${port}`) ? [line + read('environ')] : [];
    } catch {
      return []; // ended meanwhile
    }
  });
}

function pidsBelow(pid: string): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((one) => one !== '');
  return children.flatMap((child) => {
    try {
      return [child, ...pidsBelow(child)];
    } catch {
      return []; // ended meanwhile
    }
  });
}

it('is found on the PATH, opens a marked session with entries on loopback, and ends with the app', async () => {
  sample = makeSampleProcess(onPath);
  const app = newApp({ sample });
  expect(await app.must('sample.find', {})).toEqual({ program: 'vault' });
  const view = await app.must('sample.start', {});
  expect(view).toMatchObject({ name: 'Sample server', environment: 'Sample' });
  expect(view.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const { sessionId } = view;
  const entry = await app.must('entry.open', {
    sessionId,
    mount: 'secret/' as MountPath,
    path: 'team/database',
  });
  expect(entry).toMatchObject({ path: 'team/database' });
  expect(app.asked).toEqual([]);

  // The second start returns the first one.
  expect((await app.must('sample.start', {})).sessionId).toBe(sessionId);

  const processes = processesOf(view.address);
  expect(processes.length).toBeGreaterThan(0);
  for (const line of processes) {
    expect(line).toContain('-dev-no-store-token');
    expect(line).not.toMatch(/hvs\.|canary-of-the-shell/);
  }
  await sample.stop();
  expect(processesOf(view.address)).toEqual([]);
  await until(() =>
    ask({ address: view.address, rootToken: '' }, 'GET', 'sys/health').then(
      () => false,
      () => true,
    ),
  );
});

it('is not offered without a program on the PATH, and a program that is none is said', async () => {
  const app = newApp({ sample: makeSampleProcess({ PATH: '/nowhere:relative:' }) });
  expect(await app.must('sample.find', {})).toEqual({ program: '' });
  expect(await app.refused('sample.start', {})).toMatchObject({
    kind: 'not-offered',
    message: 'The sample server did not start. Neither vault nor bao is on the PATH.',
  });
});

it('is started once, however often that is asked for at a time', async () => {
  sample = makeSampleProcess(onPath);
  const [first, second] = await Promise.allSettled([sample.start(), sample.start()]);
  expect(second).toMatchObject({ status: 'rejected', reason: { message: 'It is being started already.' } });
  if (first.status === 'rejected') throw first.reason;
  expect(sample.address()).toBe(first.value.address);
});

it('opens no session where the app was locked while it started', async () => {
  const server = sharedServers().dev;
  const { token } = await newToken(server);
  const starts = Promise.withResolvers<undefined>();
  const started = Promise.withResolvers<SampleServer>();
  const start = (): Promise<SampleServer> => {
    starts.resolve(undefined);
    return started.promise;
  };
  const app = newApp({ sample: { program: () => 'vault', address: () => undefined, start } });
  await app.login(server.address, server.rootToken);
  const starting = app.refused('sample.start', {});
  await starts.promise;
  await app.must('lock.now', {});
  started.resolve({ address: server.address, token, name: 'Sample server', nodes: [] });
  expect(await starting).toMatchObject({ kind: 'locked' });
  const sessions = await app.must('session.list', {});
  expect(sessions.map(({ trouble }) => trouble?.kind)).toEqual(['locked']);
  expect(await app.must('lock.state', {})).toMatchObject({ locked: true });
});
