/**
 * An entry for other tools and people, against real servers: its texts run by the server's own command line, its
 * wraps opened.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  at,
  canary,
  must,
  newKvMount,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { serverBinary } from '../../../e2e/servers/server-binary.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { hostileJson, hostileTexts } from '../../core/entries/entry-text.fixture.ts';
import { makeTestApps } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let v1: KvMount;
let v2: KvMount;
const home = mkdtempSync(join(tmpdir(), 'strongroom-share-'));
const { newApp, session, stopping, endApps, stopServers } = makeTestApps();

beforeAll(async () => {
  [v1, v2] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2)]);
});
afterEach(endApps);
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await stopServers();
});

const cubbyhole: KvMount = { path: 'cubbyhole/', version: 1 };
const engines = [
  ['KV v1', () => v1],
  ['KV v2', () => v2],
  ['a cubbyhole', () => cubbyhole],
] as const;

const open = (
  app: TestApp,
  sessionId: string,
  mount: KvMount,
  path: string,
  version?: number,
): Promise<EntryView> =>
  app.must('entry.open', {
    sessionId,
    mount: mount.path as MountPath,
    path,
    ...(version === undefined ? {} : { version }),
  });

describe.each(engines)('an entry of %s, shared', (_name, mountOf) => {
  const tokenOf = async (app: TestApp, view: AnswerView): Promise<string> => {
    app.answers.push('');
    await app.must('secret.copy', { secretRef: view.wrap?.token.secretRef ?? '' });
    return app.clipboard.text;
  };
  const unwrapped = async (token: string): Promise<unknown> =>
    at(await must({ address: server.address, rootToken: token }, 'POST', 'sys/wrapping/unwrap', {}), 'data');

  it('opens to exactly the chosen keys of the chosen version', async () => {
    const app = newApp();
    const path = uniqueName('share');
    const mount = mountOf();
    const [first, second] = [canary(), canary()];
    await writeEntry(server, mount, path, { user: 'eve', password: first, limits: { max: 12 } });
    const sessionId = await app.login(server.address, server.rootToken);
    const entry = await open(app, sessionId, mount, path);
    await writeEntry(server, mount, path, { user: 'eve', password: second });
    // The opened version is shared, even if another has been saved since.
    const { entryId } = entry;
    const some = await app.must('entry.wrap', { entryId, keys: ['limits', 'password'], ttl: '5m' });
    const version = mount.path === v2.path ? ', version 1' : '';
    expect(some).toMatchObject({
      title: `Wrapped ${mount.path}${path}${version}, 2 of 3 keys`,
      once: true,
      wrap: { ttlSeconds: 300, creationPath: 'sys/wrapping/wrap' },
    });
    const token = await tokenOf(app, some);
    expect(await unwrapped(token)).toEqual({ limits: { max: 12 }, password: first });
    expect(app.crossed()).not.toContain(first);
    expect(app.crossed()).not.toContain(token);
    expect(await app.must('wrapping.shared', { sessionId })).toMatchObject([
      { title: some.title, state: 'shared' },
    ]);

    const now = await open(app, sessionId, mount, path);
    const whole = await app.must('entry.wrap', {
      entryId: now.entryId,
      keys: ['password', 'user'],
      ttl: '60',
    });
    expect(whole.title).toBe(`Wrapped ${mount.path}${path}${mount.path === v2.path ? ', version 2' : ''}`);
    expect(await unwrapped(await tokenOf(app, whole))).toEqual({ user: 'eve', password: second });
  });

  it('sends nothing for a key that is not there, for no key, or without a time', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const path = uniqueName('share');
    await writeEntry(server, mountOf(), path, { user: 'eve' });
    const sessionId = await app.login(proxy.address, server.rootToken);
    const { entryId } = await open(app, sessionId, mountOf(), path);
    for (const [keys, ttl, field] of [
      [['user', 'none'], '5m', 'keys'],
      [[], '5m', 'keys'],
      [['user'], '0', 'ttl'],
      [['user'], 'soon', 'ttl'],
    ] as const)
      expect(await app.refused('entry.wrap', { entryId, keys, ttl })).toMatchObject({
        kind: 'invalid-input',
        field,
      });
    expect(proxy.requests.filter(({ url }) => url.includes('wrapping'))).toEqual([]);
  });
});

describe('an entry copied for another tool', () => {
  const copyAs = async (
    app: TestApp,
    entryId: string,
    format: 'env' | 'json' | 'yaml' | 'cli',
  ): Promise<string> => {
    await app.must('entry.copyAs', { entryId, format });
    return app.clipboard.text;
  };
  const run = (text: string): void => {
    const { status, stderr } = spawnSync('/bin/sh', ['-s'], {
      cwd: home,
      encoding: 'utf8',
      input: text,
      env: {
        PATH: [dirname(serverBinary()), process.env['PATH'] ?? ''].join(delimiter),
        HOME: home,
        VAULT_ADDR: server.address,
        VAULT_TOKEN: server.rootToken,
      },
    });
    expect([status, stderr], text).toEqual([0, '']);
  };
  const read = async (mount: KvMount, path: string): Promise<unknown> =>
    mount.path === v2.path
      ? at(await must(server, 'GET', `${mount.path}data/${path}`), 'data', 'data')
      : at(await must(server, 'GET', mount.path + path), 'data');

  it.each(engines)('is written again by its command, %s', async (_name, mountOf) => {
    const app = newApp();
    const mount = mountOf();
    const sessionId = await app.login(server.address, server.rootToken);
    // Texts, each an argument. The second has some that no argument can hold.
    const { dash: _dash, escapedFile: _file, ...sayable } = hostileTexts;
    const json = Object.fromEntries(
      Object.entries(hostileJson).map(([key, raw]) => [key, JSON.parse(raw) as unknown]),
    );
    for (const data of [sayable, { ...hostileTexts, ...json }]) {
      const path = uniqueName('cli');
      await writeEntry(server, mount, path, data);
      const before = await read(mount, path);
      const { entryId } = await open(app, sessionId, mount, path);
      const text = await copyAs(app, entryId, 'cli');
      expect(text.includes("<<'JSON'")).toBe(data !== sayable);
      await writeEntry(server, mount, path, { other: 'value' });
      run(text);
      expect(await read(mount, path)).toEqual(before);
    }
  });

  it('goes to the clipboard as JSON, YAML and .env, and the values do not cross', async () => {
    const app = newApp();
    const path = uniqueName('copy');
    const secret = canary();
    await writeEntry(server, v2, path, { password: `<${secret}>`, 'tls.key': 'a\nb\n' });
    const sessionId = await app.login(server.address, server.rootToken);
    const { entryId } = await open(app, sessionId, v2, path);
    expect(await copyAs(app, entryId, 'json')).toBe(
      `{\n  "password": "<${secret}>",\n  "tls.key": "a\\nb\\n"\n}\n`,
    );
    expect(await copyAs(app, entryId, 'yaml')).toBe(`password: "<${secret}>"\ntls.key: |\n  a\n  b\n`);
    const env = await app.must('entry.copyAs', { entryId, format: 'env' });
    expect(app.clipboard.text).toBe(`password='<${secret}>'\ntls_key='a\nb\n'\n`);
    expect(env.warnings).toEqual(['Not every name can be a variable: tls.key → tls_key.']);
    expect(env.clearsAt).not.toBe('');
    expect(app.crossed()).not.toContain(secret);
  });
});

describe('a generated password', () => {
  const recipe = { kind: 'characters', length: 24, sets: ['lower', 'upper', 'digits', 'symbols'] } as const;

  it.each(engines)('is saved unseen, %s', async (_name, mountOf) => {
    const app = newApp({ agrees: true });
    const path = uniqueName('generated');
    await writeEntry(server, mountOf(), path, { user: 'eve', password: 'old' });
    const sessionId = await app.login(server.address, server.rootToken);
    const { entryId } = await open(app, sessionId, mountOf(), path);
    const generated = await app.must('entry.generate', { sessionId, recipe });
    expect(generated.length).toBe(24);
    const changes = [{ op: 'set-generated', key: 'password', generated }] as const;
    const merge = await app.must('entry.merge', { entryId, changes });
    expect(merge.keys).toMatchObject([{ key: 'password', mine: 'changed', clash: false }]);
    await app.must('entry.save', { entryId, changes });
    await app.must('entry.copy', { entryId, key: 'password' });
    const password = app.clipboard.text;
    expect(password).toHaveLength(24);
    expect(app.crossed()).not.toContain(password);
    // It is a value like any other from here on.
    expect(await app.must('entry.reveal', { entryId, key: 'password' })).toEqual({
      rawJson: JSON.stringify(password),
    });
    expect(await app.must('entry.checkSave', { entryId, changes })).toMatchObject({ found: 'not-saved' });
  });

  it('serves a new entry and one that is not read, and no other session', async () => {
    const { app, sessionId } = await session(server);
    const other = await app.login(server.address, server.rootToken);
    const path = uniqueName('generated');
    const generated = await app.must('entry.generate', { sessionId, recipe: { kind: 'words', count: 5 } });
    const place = { mount: v2.path as MountPath, path };
    const changes = [{ op: 'set-generated', key: 'passphrase', generated }] as const;
    expect(await app.refused('entry.create', { sessionId: other, ...place, changes })).toMatchObject({
      kind: 'invalid-input',
      field: 'passphrase',
    });
    await app.must('entry.create', { sessionId, ...place, changes });
    const [first] = Object.values(
      at(await must(server, 'GET', `${v2.path}data/${path}`), 'data', 'data') as object,
    ) as string[];
    expect(first?.split('-')).toHaveLength(5);
    const next = await app.must('entry.generate', { sessionId, recipe });
    const patch = [{ op: 'set-generated', key: 'added', generated: next }] as const;
    await app.must('entry.patchUnread', { sessionId, ...place, changes: patch });
    expect(at(await must(server, 'GET', `${v2.path}data/${path}`), 'data', 'data')).toMatchObject({
      passphrase: first,
      added: expect.stringMatching(/^[!-~]{24}$/) as unknown,
    });
  });
});
