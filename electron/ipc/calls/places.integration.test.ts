/**
 * Servers behind the path of a gateway and at a socket of the machine: the user confirms the path as well, so that a
 * neighbour at the same host gets no byte, no token and no header's value; and a socket is not a network.
 */
import { createHook } from 'node:async_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newKvMount,
  sharedServers,
  startGateway,
  startSocketVault,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { Gateway, SocketVault } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { openOptions, targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();
let gateway: Gateway;
let neighbour: string;
let socket: SocketVault;
beforeAll(async () => {
  gateway = stopping(await startGateway(server, '/team-a/vault'));
  neighbour = `${gateway.address}/team-b/vault`;
  socket = stopping(await startSocketVault());
});

/** Network and socket activity of the process. */
async function contactsDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const watching = new Set([
    'GETADDRINFOREQWRAP',
    'QUERYWRAP',
    'TCPCONNECTWRAP',
    'PIPECONNECTWRAP',
    'UDPWRAP',
  ]);
  const hook = createHook({
    init: (_id, type) => {
      if (watching.has(type)) seen.push(type);
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return seen;
}

describe('behind the path of a gateway', () => {
  it('a session reads and writes below that path and nowhere else', async () => {
    const kv = await newKvMount(server, 2);
    await writeEntry(server, kv, 'app', { key: 'value' });
    const app = newApp({ contact: 'ask' });
    app.answers.push(server.rootToken);
    const view = await app.must('session.open', openOptions(`${gateway.serverAddress}/`));
    expect(view.address).toBe(gateway.serverAddress);
    expect(app.asked).toMatchObject([{ destination: { address: gateway.serverAddress, contact: 'first' } }]);
    const place = { sessionId: view.sessionId, mount: kv.path as MountPath, path: 'app' };
    const entry = await app.must('entry.open', place);
    const changes = [{ op: 'set', key: 'key', rawJson: '"other"' }] as const;
    expect(await app.must('entry.save', { entryId: entry.entryId, changes })).toMatchObject({ version: 2 });
    expect(gateway.neighbours).toEqual([]);
  });

  it('what was confirmed is that path: a neighbour at the same host is asked about and contacted by nobody', async () => {
    const app = newApp({ contact: 'ask' });
    app.answers.push(server.rootToken);
    await app.must('session.open', openOptions(gateway.serverAddress));
    const contacts = await contactsDuring(async () => {
      expect(await app.refused('connection.check', { target: targetAt(neighbour) })).toMatchObject({
        kind: 'cancelled',
      });
      await app.refused('session.open', openOptions(gateway.address));
    });
    expect(contacts).toEqual([]);
    expect(app.asked.slice(1)).toMatchObject([
      { kind: 'confirm-trust', changes: [{ what: 'Server', after: neighbour }, {}] },
      { kind: 'enter-token', destination: { address: gateway.address, contact: 'first' } },
    ]);
    expect(gateway.neighbours).toEqual([]);
  });

  it('a redirect out of it is refused before the token is sent there', async () => {
    const app = newApp();
    const sessionId = await app.login(gateway.serverAddress, server.rootToken);
    for (const location of ['/team-b/vault/v1/secret/config', `${gateway.address}/v1/secret/config`]) {
      gateway.redirectTo(location);
      const error = await app.refused('console.send', {
        sessionId,
        request: { method: 'GET', path: 'secret/config' },
      });
      expect(error).toMatchObject({ kind: 'redirect-refused' });
      expect(error.message).toContain('outside of the confirmed address');
    }
    expect(gateway.neighbours).toEqual([]);
  });

  it('a header’s value goes to that path only', async () => {
    const app = newApp();
    const headers = await app.headers(gateway.serverAddress, { 'X-Gate': 'pass-of-team-a' });
    const target = targetAt(neighbour, { headers });
    expect(await app.must('connection.check', { target })).toMatchObject({
      error: { kind: 'invalid-input', message: expect.stringContaining('is not sent to') as string },
    });
    expect(gateway.neighbours).toEqual([]);
  });

  it.each([
    ['that path', '/team-a/vault/', 'confirm-token'],
    ['a neighbour', '/team-b/vault', 'enter-token'],
    ['the host alone', '', 'enter-token'],
  ])('the environment’s token is used where VAULT_ADDR names that path: %s', async (_what, path, kind) => {
    const VAULT_ADDR = gateway.address + path;
    const app = newApp({ environment: { VAULT_ADDR, VAULT_TOKEN: server.rootToken } });
    const [found] = await app.must('connection.environment', {});
    expect(found).toMatchObject({ target: { address: VAULT_ADDR }, problems: [] });
    const environmentId = found?.environmentId ?? '';
    await app.call('session.open', { ...openOptions(gateway.serverAddress), environmentId });
    expect(app.asked).toMatchObject([{ kind, destination: { address: gateway.serverAddress } }]);
  });

  it('is saved in one form, and what is no part of it is put right with the path', async () => {
    const app = newApp();
    const profile = { name: 'Behind', colour: 'red', ...targetAt(`${gateway.serverAddress}/`) } as const;
    expect(await app.must('profile.save', profile)).toMatchObject({ address: gateway.serverAddress });
    const target = targetAt(`${gateway.serverAddress}/v1/sys/health`);
    expect(await app.must('connection.check', { target })).toMatchObject({
      error: { hint: expect.stringContaining(`Use ${gateway.serverAddress} as the address.`) as string },
    });
  });
});

describe('at a socket', () => {
  it('nobody is contacted before a person has answered, and then a session works', async () => {
    const app = newApp({ contact: 'ask' });
    const contacts = await contactsDuring(() =>
      app.call('connection.check', { target: targetAt(socket.socketAddress, { proxy: '' }) }),
    );
    expect(contacts).toEqual([]);
    app.answers.push(socket.rootToken);
    const view = await app.must('session.open', openOptions(socket.socketAddress));
    expect(view).toMatchObject({ address: socket.socketAddress });
    expect(app.asked.at(-1)).toMatchObject({
      destination: {
        address: socket.socketAddress,
        trust: { value: 'a socket of this machine' },
        contact: 'first',
      },
    });
    const { sessionId } = view;
    expect(
      await app.call('folder.list', { sessionId, mount: 'secret/' as MountPath, path: '' }),
    ).toMatchObject({
      ok: true,
    });
  });

  it('its check names its steps, and says what is wrong with a socket', async () => {
    const app = newApp();
    const report = async (address: string) =>
      (await app.must('connection.check', { target: targetAt(address, { proxy: '' }) })).steps;
    expect(await report(socket.socketAddress)).toMatchObject([
      { step: 'address', outcome: 'ok', detail: `The address is ${socket.socketAddress}.` },
      { step: 'name', outcome: 'unused', detail: 'A socket of this machine has no name to look up.' },
      { step: 'connection', outcome: 'ok' },
      { step: 'tls', outcome: 'unused', detail: 'Nothing is encrypted; it does not leave this machine.' },
      { step: 'answer', outcome: 'ok' },
      { step: 'state', outcome: 'ok' },
    ]);
    const absent = `${socket.socketAddress}.gone`;
    expect((await report(absent))[2]).toMatchObject({
      step: 'connection',
      outcome: 'failed',
      detail: `There is no socket at ${absent.slice('unix://'.length)}.`,
    });
  });

  it.each([
    [{ proxy: 'http://127.0.0.1:3128' }, 'proxy', 'not reached through a proxy'],
    [{ confirmedOrigins: ['https://vault-2:8200'] }, 'confirmedOrigins', 'has no other nodes'],
  ])('what makes no sense there is refused: %j', async (change, field, words) => {
    const profile = { name: 'S', colour: 'red', ...targetAt(socket.socketAddress, change) } as const;
    const error = await newApp().refused('profile.save', profile);
    expect(error).toMatchObject({ kind: 'invalid-input', field });
    expect(error.message).toContain(words);
  });
});
