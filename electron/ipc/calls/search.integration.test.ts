import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { makeTestDesk } from './services.fixture.ts';
import type { TestDesk } from './services.fixture.ts';

let server: Reachable;
let desk: TestDesk;

beforeAll(() => {
  server = sharedServers().dev;
  desk = makeTestDesk();
});
afterAll(() => desk.end());

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
    const sessionId = await desk.login(server.address, token);
    await desk.must('search.start', { sessionId, mount: kv.path as MountPath, path: '', text: 'db' });
    await until(() => Promise.resolve(desk.events.some(({ name }) => name === 'job.ended')));
    const found = desk.events.flatMap((event) =>
      event.name === 'job.progressed' ? unpackNames(event.payload.found) : [],
    );
    expect(found.sort()).toEqual(['db', 'team/db-main', 'team/deep/er/DB']);
    const end = desk.events.find(({ name }) => name === 'job.ended')?.payload as JobEnd;
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 1, unread: [{ path: 'closed/' }] });
  });
});
