import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let app: TestApp;

beforeAll(() => {
  app = makeTestApp();
});
afterAll(() => app.end());

describe('searching', () => {
  it('finds names in every folder and names what it could not read', async () => {
    const kv = await newKvMount(server, 2);
    const paths = ['db', 'team/db-main', 'team/deep/er/DB', 'team/other', 'closed/db'];
    for (const path of paths) await writeEntry(server, kv, path, { k: 'v' });
    const policy = await newPolicy(
      server,
      `path "${kv.path}metadata/*" { capabilities = ["list"] }
       path "${kv.path}metadata/closed/" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(server, { policies: [policy] });
    const sessionId = await app.login(server.address, token);
    await app.must('search.start', { sessionId, mount: kv.path as MountPath, path: '', text: 'db' });
    await until(() => Promise.resolve(app.events.some(({ name }) => name === 'job.ended')));
    const found = app.events.flatMap((event) =>
      event.name === 'job.progressed' ? unpackNames(event.payload.found) : [],
    );
    expect(found.sort()).toEqual(['db', 'team/db-main', 'team/deep/er/DB']);
    const end = app.events.find(({ name }) => name === 'job.ended')?.payload as JobEnd;
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 1, unread: [{ path: 'closed/' }] });
  });
});
