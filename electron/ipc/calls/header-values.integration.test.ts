/**
 * Values of extra headers through the bridge: typed in the trusted view, sent to the server they were typed for, seen
 * nowhere else.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedServers, startRecordingProxy } from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import { makeTestApps, targetAt, openOptions } from './services.fixture.ts';
import { turningKeychain as keychain } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, endApps, stopping, stopServers } = makeTestApps();
const server = sharedServers().dev;
const canary = 'canary-of-the-gateway';
let dataFolder = '';
let proxy: RecordingProxy;

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'strongroom-headers-'));
  proxy = stopping(await startRecordingProxy(server));
});
afterEach(async () => {
  await endApps();
  rmSync(dataFolder, { recursive: true, force: true });
});
afterAll(stopServers);

const draftAt = (address: string, change: Partial<ProfileDraft> = {}): ProfileDraft => ({
  ...targetAt(address),
  name: 'Payments',
  colour: 'red',
  ...change,
});
const sent = (): readonly unknown[] => proxy.requests.map(({ headers }) => headers['x-gateway']);
const onDisk = (): string =>
  readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const fileText = (): string => readFileSync(join(dataFolder, 'header-values.json'), 'utf8');

/** A saved connection with a header whose value has been typed. */
async function saved(app: TestApp) {
  const headers = await app.headers(proxy.address, { 'X-Gateway': canary });
  app.answers.push('');
  const profile = await app.must('profile.save', draftAt(proxy.address, { headers }));
  app.asked.length = 0;
  return { profile, headers };
}

/** Logs in to a saved connection, as the connect form does. */
async function logIn(app: TestApp, profileId: string): Promise<void> {
  const profile = (await app.must('profile.list', {})).find((one) => one.profileId === profileId);
  app.answers.push(server.rootToken);
  await app.must('session.open', {
    ...openOptions(proxy.address, { headers: profile?.headers ?? [] }),
    profileId,
  });
}

describe('the value of an extra header', () => {
  it.each([
    ['with a keychain', { keychain }],
    ['without a keychain', {}],
  ])('reaches the server, and neither the page nor a file (%s)', async (_name, options) => {
    const app = newApp({ dataFolder, ...options });
    const { profile } = await saved(app);
    await logIn(app, profile.profileId);
    await app.must('profile.list', {});
    const path = join(dataFolder, 'out.json');
    app.files.push(path);
    await app.must('profile.export', { profileIds: [profile.profileId] });
    expect(sent().length).toBeGreaterThan(1);
    expect(new Set(sent())).toEqual(new Set([canary]));
    expect(app.crossed()).not.toContain(canary);
    expect(JSON.stringify(app.asked)).not.toContain(canary);
    expect(onDisk()).not.toContain(canary);
    expect(onDisk()).toContain('X-Gateway');
  });

  it('is typed in a prompt that names header and server, until it can be sent', async () => {
    const app = newApp();
    app.answers.push({ value: `${canary}\r\nX-Vault-Token: x` }, { value: 'canary-and-so-on' });
    const address = 'https://vault.example:8200';
    expect(await app.must('connection.enterHeader', { name: 'X-Gateway', address })).toEqual({
      valueRef: expect.any(String) as string,
      length: 16,
    });
    expect(app.asked).toMatchObject([
      {
        kind: 'enter-fields',
        facts: [
          { name: 'Header', value: 'X-Gateway' },
          { name: 'Server', value: address },
          { name: 'Connection', value: '' },
        ],
        fields: [{ secret: true }],
      },
      { problem: expect.stringContaining('line break') as string },
    ]);
    expect(app.crossed()).not.toContain('canary');
    expect(await app.refused('connection.enterHeader', { name: 'X-Gateway', address })).toMatchObject({
      kind: 'cancelled',
    });
  });

  it.each([
    ['X-Vault-Token', 'https://vault.example', 'headers'],
    ['X\r\nY', 'https://vault.example', 'headers'],
    ['X-Gateway', 'vault', 'address'],
  ])('is not asked for as %j at %s', async (name, address, field) => {
    const app = newApp();
    expect(await app.refused('connection.enterHeader', { name, address })).toMatchObject({
      kind: 'invalid-input',
      field,
    });
    expect(app.asked).toEqual([]);
  });

  it('comes from the keychain after a restart, and is asked for once without one @header-kept', async () => {
    const first = newApp({ dataFolder, keychain });
    const { profile } = await saved(first);
    await first.end();
    const again = newApp({ dataFolder, keychain });
    await logIn(again, profile.profileId);
    expect(again.asked.map(({ kind }) => kind)).toEqual(['enter-token']);
    await again.end();

    proxy.clear();
    const without = newApp({ dataFolder });
    without.answers.push({ value: canary });
    await logIn(without, profile.profileId);
    expect(without.asked).toMatchObject([
      {
        kind: 'enter-fields',
        facts: [
          { name: 'Header', value: 'X-Gateway' },
          { name: 'Server', value: proxy.address },
          { name: 'Connection', value: 'Payments' },
        ],
      },
      { kind: 'enter-token' },
    ]);
    await without.must('connection.check', {
      target: targetAt(proxy.address, { headers: profile.headers ?? [] }),
    });
    expect(without.asked).toHaveLength(2);
    expect(new Set(sent())).toEqual(new Set([canary]));
  });

  it('is asked for by no screen of itself, and by a person’s cancel nothing is sent', async () => {
    const first = newApp({ dataFolder });
    const { profile } = await saved(first);
    await first.end();
    const again = newApp({ dataFolder });
    const target = targetAt(proxy.address, { headers: profile.headers ?? [] });
    const where = { target, name: 'x' };
    expect(await again.refused('login.methods', { where })).toMatchObject({ kind: 'cancelled' });
    expect(again.asked).toEqual([]);
    expect(await again.refused('login.methods', { where, asked: true })).toMatchObject({ kind: 'cancelled' });
    expect(again.asked).toHaveLength(1);
    expect(proxy.requests).toEqual([]);
  });

  it('leaves the file with its connection', async () => {
    const app = newApp({ dataFolder, keychain });
    const { profile, headers } = await saved(app);
    expect(fileText()).toContain(headers[0]?.valueRef);
    await app.must('profile.remove', { profileId: profile.profileId });
    expect(fileText()).not.toContain(headers[0]?.valueRef);
  });
});

describe('a page that names a value', () => {
  it.each(['made-up', '__proto__', 'constructor'])('made up as %s gets nothing sent', async (valueRef) => {
    const app = newApp();
    const target = targetAt(proxy.address, { headers: [{ name: 'X-Gateway', valueRef }] });
    const report = await app.must('connection.check', { target });
    expect(report.error).toMatchObject({ kind: 'invalid-input', field: 'headers' });
    app.answers.push(server.rootToken);
    expect(await app.refused('session.open', { ...openOptions(''), target })).toMatchObject({
      kind: 'invalid-input',
      field: 'headers',
    });
    expect(proxy.requests).toEqual([]);
    expect(app.asked).toEqual([]);
  });

  it.each([
    ['in this run', false],
    ['of another connection, from the keychain', true],
  ])('typed for another server gets it not sent elsewhere (%s)', async (_name, restart) => {
    const far = 'https://vault.example:8200';
    const before = newApp({ dataFolder, keychain });
    const headers = await before.headers(far, { 'X-Gateway': canary });
    before.answers.push('');
    await before.must('profile.save', draftAt(far, { headers }));
    const app = restart ? newApp({ dataFolder, keychain }) : before;
    app.asked.length = 0;
    const target = targetAt(proxy.address, { headers });
    const said = {
      kind: 'invalid-input',
      field: 'headers',
      message: `The value of the header X-Gateway was typed for ${far}. It is not sent to ${proxy.address}.`,
    };
    expect((await app.must('connection.check', { target })).error).toMatchObject(said);
    expect(await app.refused('session.open', { ...openOptions(''), target })).toMatchObject(said);
    expect(await app.refused('profile.save', draftAt(proxy.address, { headers }))).toMatchObject(said);
    expect(await app.refused('cluster.panel', { where: { target, name: 'x' }, panel: 'seal' })).toMatchObject(
      said,
    );
    expect(proxy.requests).toEqual([]);
    expect(app.asked).toEqual([]);
  });

  it('gets it sent under no other name @header-name', async () => {
    const app = newApp();
    const [header] = await app.headers(proxy.address, { 'X-Gateway': canary });
    const headers = [{ name: 'X-Log-Me', valueRef: header?.valueRef ?? '' }];
    const report = await app.must('connection.check', { target: targetAt(proxy.address, { headers }) });
    expect(report.error).toMatchObject({ kind: 'invalid-input', field: 'headers' });
    expect(proxy.requests).toEqual([]);
  });

  it('gets nothing from a line of the file that was moved', async () => {
    const far = 'https://vault.example:8200';
    const first = newApp({ dataFolder, keychain });
    const headers = await first.headers(far, { 'X-Gateway': canary });
    first.answers.push('');
    await first.must('profile.save', draftAt(far, { headers }));
    await first.end();
    for (const name of ['header-values.json', 'profiles.json']) {
      const path = join(dataFolder, name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(far, proxy.address));
    }
    const app = newApp({ dataFolder, keychain });
    const target = targetAt(proxy.address, { headers });
    expect(await app.must('connection.check', { target }).catch(() => 'cancelled')).toBe('cancelled');
    expect(app.asked).toMatchObject([{ kind: 'enter-fields' }]);
    expect(proxy.requests).toEqual([]);
  });
});

describe('a file of an older version', () => {
  it.each([
    ['with a keychain', keychain],
    ['without a keychain', undefined],
  ])('loses its values, and the person is told once (%s)', async (_name, has) => {
    const old = {
      ...draftAt(proxy.address),
      profileId: 'p',
      lastUsed: '',
      headers: [{ name: 'X-Gateway', value: canary }],
    };
    const path = join(dataFolder, 'profiles.json');
    writeFileSync(path, JSON.stringify({ version: 1, data: { profiles: [old], files: {} } }));
    const options = { dataFolder, ...(has === undefined ? {} : { keychain: has }) };
    const app = newApp(options);
    expect(onDisk()).not.toContain(canary);
    expect(app.problems).toEqual([expect.stringContaining('were moved out of profiles.json') as string]);
    await logIn(app, 'p');
    expect(new Set(sent())).toEqual(new Set([canary]));
    if (has !== undefined) await expect.poll(fileText).toContain('X-Gateway');
    expect(app.crossed()).not.toContain(canary);
    await app.end();

    const again = newApp(options);
    expect(again.problems).toEqual([]);
    if (has === undefined) again.answers.push({ value: canary });
    await logIn(again, 'p');
    expect(new Set(sent())).toEqual(new Set([canary]));
  });
});
