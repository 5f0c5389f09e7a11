/** The table of a folder against a real server. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  productOfRun,
  sharedServers,
  startRecordingProxy,
  writeEntry,
  writeManyNames,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { FolderRow } from '../../../shared/vault/folder-table.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { endOf, rowsSent } from './job-results.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();
let kv: KvMount;

beforeAll(async () => {
  kv = await newKvMount(server, 2);
  await must(server, 'POST', `${kv.path}metadata/team/db`, {
    custom_metadata: { owner: 'payments', rotate_after: '90d', other: 'no' },
    max_versions: 5,
  });
  for (const value of ['1', '2', '3'])
    await writeEntry(server, kv, 'team/db', { a: value, b: 'canary-value' });
  await must(server, 'POST', `${kv.path}delete/team/db`, { versions: [1] });
  await must(server, 'POST', `${kv.path}destroy/team/db`, { versions: [2] });
  await writeEntry(server, kv, 'team/deep/er/key', { k: 'v' });
  await writeEntry(server, kv, 'team/gone', { k: 'v' });
  await must(server, 'DELETE', `${kv.path}data/team/gone`);
});

async function table(
  app: TestApp,
  sessionId: string,
  {
    path = 'team/',
    mount = kv.path,
    ...options
  }: Partial<Record<'path' | 'mount', string>> & {
    readonly below?: boolean;
    readonly keys?: boolean;
  } = {},
): Promise<{ readonly rows: readonly FolderRow[]; readonly end: JobEnd }> {
  const { jobId } = await app.must('folder.table', {
    sessionId,
    mount: mount as MountPath,
    path,
    below: options.below ?? false,
    keys: options.keys ?? false,
  });
  const end = await endOf(app, jobId);
  const rows = rowsSent(app, 'folder.found', jobId);
  return { rows: rows.toSorted((one, other) => (one.path < other.path ? -1 : 1)), end };
}

describe('overdue entries', () => {
  it('are told by a notice without names, if the connection wants notices', async () => {
    const due = await newKvMount(server, 2);
    for (const name of ['db', 'mail'])
      await must(server, 'POST', `${due.path}metadata/${name}`, {
        custom_metadata: { expires: '2020-01-31' },
      });
    const app = newApp();
    const sessionId = await app.login(server.address, server.rootToken);
    const read = () => table(app, sessionId, { mount: due.path, path: '' });
    await read();
    expect(app.notices).toEqual([]);
    await app.must('session.setNotices', { sessionId, on: true });
    await read();
    expect(app.notices.map(({ body }) => body)).toEqual(['2 reminders of a folder are overdue.']);
    // Not again within minutes, and not of a folder in which nothing is overdue.
    await read();
    await table(app, sessionId);
    expect(app.notices).toHaveLength(1);
  });

  it('are found by the names that the settings give', async () => {
    const own = await newKvMount(server, 2);
    const custom_metadata = { expires: 'never', valid_until: '2020-01-31', team: 'ops' };
    await must(server, 'POST', `${own.path}metadata/db`, { custom_metadata });
    const app = newApp();
    const sessionId = await app.login(server.address, server.rootToken);
    const reminders = async () =>
      (await table(app, sessionId, { mount: own.path, path: '' })).rows[0]?.metadata?.reminders;
    expect(await reminders()).toEqual({ expires: 'never' });
    const reminderNames = { owner: 'team', expires: 'valid_until', rotateAfter: 'rotate' };
    await app.must('app.setPreferences', { reminderNames });
    expect(await reminders()).toEqual({ expires: '2020-01-31', owner: 'ops' });
  });
});

describe('the table of a folder', () => {
  it('has versions, deletions and reminders of the entries in it, and nothing of their values', async () => {
    const app = newApp();
    const { rows, end } = await table(app, await app.login(server.address, server.rootToken));
    expect(rows).toMatchObject([
      {
        path: 'team/db',
        metadata: {
          currentVersion: 3,
          storedVersions: 2,
          maxVersions: 5,
          reminders: { owner: 'payments', rotateAfter: '90d' },
          versions: [
            { version: 3, destroyed: false, deletionTime: '' },
            { version: 2, destroyed: true },
            { version: 1, destroyed: false, deletionTime: expect.stringMatching(/^20\d\d-/) as string },
          ],
        },
      },
      { path: 'team/gone', metadata: { currentVersion: 1 } },
    ]);
    expect(end).toMatchObject({ outcome: 'done', foldersRead: 2, namesSeen: 2, unreadCount: 0 });
    expect(JSON.stringify(app.events)).not.toContain('canary-value');
    expect(JSON.stringify(app.events)).not.toContain('other');
  });

  it('goes below the folder if asked to, and names what it could not read', async () => {
    const policy = await newPolicy(
      server,
      `path "${kv.path}metadata/*" { capabilities = ["list", "read"] }
       path "${kv.path}metadata/team/db" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const app = newApp();
    const { rows, end } = await table(app, await app.login(server.address, token), { below: true });
    expect(rows.map(({ path }) => path)).toEqual(['team/db', 'team/deep/er/key', 'team/gone']);
    expect(rows[0]).toEqual({ path: 'team/db', problem: expect.stringContaining('permi') as string });
    expect(end).toMatchObject({ unreadCount: 1, unread: [{ path: `${kv.path}team/db` }] });
  });

  it('counts keys only if asked to, without reading a value', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const sessionId = await app.login(proxy.address, server.rootToken);
    const counted = await table(app, sessionId, { keys: true });
    expect(counted.rows.map(({ keys }) => keys)).toEqual([2, undefined]);
    const sent = (part: string): number =>
      proxy.requests.filter(({ url }) => url.includes(`${kv.path}${part}`)).length;
    // The list, then one request an entry, or one for all where the server lists metadata.
    const metadata = productOfRun() === 'openbao' ? [1, 1] : [3, 0];
    const all = () => [sent('data/'), sent('subkeys/'), sent('metadata/'), sent('detailed-metadata/')];
    expect(all()).toEqual([0, 2, ...metadata]);
    proxy.clear();
    await table(app, sessionId);
    expect(all()).toEqual([0, 0, ...metadata]);
  });

  it.runIf(productOfRun() === 'openbao')(
    'reads pages of metadata, and single entries without that permission',
    async () => {
      const many = await newKvMount(server, 2);
      await writeManyNames(server, many, 'devices/', 450);
      await writeEntry(server, many, 'devices/below/x', { k: 'v' });
      const proxy = stopping(await startRecordingProxy(server));
      const app = newApp();
      const sessionId = await app.login(proxy.address, server.rootToken);
      const whole = await table(app, sessionId, { mount: many.path, path: 'devices/' });
      expect(whole.rows).toHaveLength(450);
      expect(whole.rows.every(({ metadata }) => metadata?.currentVersion === 1)).toBe(true);
      const pages = proxy.requests.filter(({ url }) => url.includes('detailed-metadata'));
      expect(pages).toHaveLength(3);
      expect(proxy.requests.filter(({ url }) => url.includes(`${many.path}metadata/devices/`))).toHaveLength(
        1,
      );
      const policy = await newPolicy(
        server,
        `path "${many.path}metadata/*" { capabilities = ["list", "read"] }`,
      );
      const { token } = await newToken(server, { policies: [policy] });
      const single = await table(app, await app.login(server.address, token), {
        mount: many.path,
        path: 'devices/',
      });
      expect(single.rows).toEqual(whole.rows);
      expect(single.end).toMatchObject({ outcome: 'done', unreadCount: 0 });
    },
  );

  it('has names alone on KV v1, of one list', async () => {
    const old = await newKvMount(server, 1);
    await writeEntry(server, old, 'a', { k: 'v' });
    await writeEntry(server, old, 'f/b', { k: 'v' });
    const app = newApp();
    const sessionId = await app.login(server.address, server.rootToken);
    const { rows } = await table(app, sessionId, { mount: old.path, path: '', below: true });
    expect(rows).toEqual([{ path: 'a' }, { path: 'f/b' }]);
  });

  it('refuses a token with limited uses, and a page without a gesture', async () => {
    const { token } = await newToken(server, { policies: ['root'], num_uses: 9 });
    const app = newApp();
    const input = { mount: kv.path as MountPath, path: '', below: false, keys: false };
    const limited = await app.login(server.address, token);
    expect((await app.refused('folder.table', { sessionId: limited, ...input })).message).toContain(
      'limited uses',
    );
    const sessionId = await app.login(server.address, server.rootToken);
    app.rest();
    await app.refused('folder.table', { sessionId, ...input });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Allow this without a key press or click?' });
    expect(app.events.filter(({ name }) => name === 'folder.found')).toEqual([]);
  });
});
