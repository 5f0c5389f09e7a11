/** Reads and changes that a control group has to approve, on a real OpenBao. */
import { beforeAll, expect, it } from 'vitest';
import {
  at,
  must,
  setUpControlGroup,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { ControlGroup, ControlGroupOptions, VaultServer } from '../../../e2e/servers/index.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { session, stopping } = useTestApps();
const mount = 'secret/' as MountPath;
let server: VaultServer;

beforeAll(async () => {
  server = await startDevVault({ product: 'openbao' });
  await writeEntry(server, { path: mount, version: 2 }, 'guarded/app', {
    password: 'first',
  });
  return server.stop;
});

interface Asker {
  readonly app: TestApp;
  readonly group: ControlGroup;
  readonly place: { readonly sessionId: string; readonly mount: MountPath; readonly path: string };
  /** Bodies sent to a path, and the answers. */
  readonly sent: (path: string) => readonly { readonly body: string; readonly answer: string | undefined }[];
  readonly awaiting: () => Promise<Extract<AppError, { kind: 'awaiting-approval' }>>;
}

async function asker(options: ControlGroupOptions = {}): Promise<Asker> {
  const group = await setUpControlGroup(server, options);
  const proxy = stopping(await startRecordingProxy(server));
  const { app, sessionId } = await session(proxy, group.askerToken);
  const place = { sessionId, mount, path: 'guarded/app' };
  return {
    app,
    group,
    place,
    sent: (path) => proxy.requests.filter(({ url }) => url.startsWith(`/v1/${path}`)),
    awaiting: async () => {
      const error = await app.refused('entry.open', place);
      if (error.kind !== 'awaiting-approval') throw new Error(error.kind);
      return error;
    },
  };
}

it('asks once, waits, unwraps once when it is approved, and keeps the wrapping token in main', async () => {
  const { app, group, place, sent, awaiting } = await asker();
  const { accessor, path, endsAt } = await awaiting();
  expect(path).toBe('secret/data/guarded/app');
  expect(Date.parse(endsAt)).toBeGreaterThan(Date.now() + 3_500_000);
  // Coming back finds the same request.
  expect((await awaiting()).accessor).toBe(accessor);
  expect(sent('secret/data/')).toHaveLength(1);
  expect(await app.must('entry.approval', place)).toEqual({ state: 'waiting', approvers: [] });
  await awaiting();
  expect(sent('sys/wrapping/unwrap')).toHaveLength(0);

  await group.approve(accessor);
  expect(await app.must('entry.approval', place)).toEqual({
    state: 'approved',
    approvers: [expect.stringContaining('approver') as string],
  });
  // Two pages at once cause one unwrapping.
  const [view, other] = await Promise.all([app.must('entry.open', place), app.must('entry.open', place)]);
  expect(view).toMatchObject({ version: 1, approved: true, keys: [{ key: 'password' }] });
  expect(other.readAt).toBe(view.readAt);
  expect(await app.must('entry.reveal', { entryId: view.entryId, key: 'password' })).toEqual({
    rawJson: '"first"',
  });
  // Coming back later, too.
  expect(await app.must('entry.open', place)).toMatchObject({ approved: true });
  expect(sent('sys/wrapping/unwrap')).toHaveLength(1);
  expect(sent('secret/data/')).toHaveLength(1);
  const { token } = JSON.parse(sent('sys/wrapping/unwrap')[0]?.body ?? '') as { readonly token: string };
  expect(sent('secret/data/')[0]?.answer).toContain(token);
  expect(app.crossed()).not.toContain(token);

  // Asking anew sends another request.
  const again = await app.refused('entry.open', { ...place, approval: 'anew' });
  expect(again).toMatchObject({ kind: 'awaiting-approval' });
  expect(again).not.toMatchObject({ accessor });
});

it('says that a request has ended, and asks again only for another one', async () => {
  const { app, group, place, sent, awaiting } = await asker();
  const { accessor } = await awaiting();
  await group.revoke(accessor);
  expect(await app.must('entry.approval', place)).toEqual({ state: 'ended', approvers: [] });
  expect(await app.must('entry.approval', place)).toEqual({ state: 'ended', approvers: [] });
  expect(sent('sys/control-group/request')).toHaveLength(1);
  expect((await awaiting()).accessor).not.toBe(accessor);
  expect(sent('sys/wrapping/unwrap')).toHaveLength(0);
});

it('lets an expired request go', async () => {
  const { app, place, sent, awaiting } = await asker({ ttl: '1s' });
  const { accessor, endsAt } = await awaiting();
  await expect.poll(() => Date.now() > Date.parse(endsAt)).toBe(true);
  expect(await app.must('entry.approval', place)).toEqual({ state: 'ended', approvers: [] });
  expect((await awaiting()).accessor).not.toBe(accessor);
  expect(sent('sys/control-group/request')).toHaveLength(0);
});

it('unwraps on a person’s word where the token may not see the state, and says that it was too early', async () => {
  const { app, group, place, sent, awaiting } = await asker({ seesState: false });
  const { accessor } = await awaiting();
  expect(await app.refused('entry.approval', place)).toMatchObject({ kind: 'forbidden' });
  expect(await app.refused('entry.open', { ...place, approval: 'given' })).toMatchObject({
    kind: 'awaiting-approval',
    accessor,
    message: expect.stringContaining('not approved yet') as string,
  });
  await awaiting();
  expect(sent('sys/wrapping/unwrap')).toHaveLength(1);
  await group.approve(accessor);
  expect(await app.must('entry.open', { ...place, approval: 'given' })).toMatchObject({ approved: true });
});

it('never unwraps a second time after a lost answer', async () => {
  const group = await setUpControlGroup(server);
  const proxy = stopping(await startFaultProxy(server));
  const { app, sessionId } = await session(proxy, group.askerToken);
  const place = { sessionId, mount, path: 'guarded/app' };
  const first = await app.refused('entry.open', place);
  if (first.kind !== 'awaiting-approval') throw new Error(first.kind);
  await group.approve(first.accessor);
  await app.must('entry.approval', place);
  proxy.add({ fault: { kind: 'lost-answer' }, url: /sys\/wrapping\/unwrap/ });
  expect(await app.refused('entry.open', place)).toMatchObject({ kind: 'outcome-unknown' });
  const again = await app.refused('entry.open', place);
  expect(again).toMatchObject({ kind: 'awaiting-approval' });
  expect(again).not.toMatchObject({ accessor: first.accessor });
});

it('forgets requests and what they brought with the lock', async () => {
  const { app, group, place, awaiting } = await asker();
  const { accessor } = await awaiting();
  await app.must('lock.now', {});
  app.answers.push(group.askerToken);
  await app.must('session.reauthenticate', { sessionId: place.sessionId });
  expect((await awaiting()).accessor).not.toBe(accessor);
});

it('keeps the wrapping token of a change that waits as a one-time result: unwrapping it sends the change', async () => {
  const { app, group, place, sent, awaiting } = await asker();
  const { accessor } = await awaiting();
  await group.approve(accessor);
  await app.must('entry.approval', place);
  const { entryId } = await app.must('entry.open', place);
  const change = [{ op: 'set', key: 'password', rawJson: '"second"' }] as const;
  const put = await app.refused('entry.save', { entryId, changes: change });
  expect(put).toMatchObject({ kind: 'awaiting-approval', method: 'POST' });
  // Looking before and after would need an approval each; check-and-set does without.
  expect(sent('secret/data/').map(({ body }) => body)).toEqual([
    '',
    '{"options":{"cas":1},"data":{"password":"second"}}',
  ]);
  const [result] = await app.must('answer.list', {});
  expect(result).toMatchObject({ title: 'Waits for approval', path: 'secret/data/guarded/app' });
  const { wrap } = await app.must('answer.view', { answerId: result?.answerId ?? '' });
  expect(put).toMatchObject({ accessor: wrap?.accessor });
  const version = async (): Promise<unknown> =>
    at(await must(server, 'GET', 'secret/metadata/guarded/app'), 'data', 'current_version');
  expect(await version()).toBe(1);
  await group.approve(wrap?.accessor ?? '');
  await app.must('wrapping.unwrap', {
    where: { sessionId: place.sessionId },
    form: 'body',
    secretRef: wrap?.token.secretRef ?? '',
  });
  expect(await version()).toBe(2);
});

it('shows an approver who asks for what, and approves what they agree to', async () => {
  const { app, group, place, awaiting } = await asker();
  const { accessor } = await awaiting();
  const sessionId = await app.login(server.address, group.approverToken);
  const about = { requester: 'asker', operation: 'read', path: 'secret/data/guarded/app' };
  expect(await app.must('wrapping.approvalRequest', { sessionId, accessor })).toEqual({
    ...about,
    approved: false,
    approvers: [],
  });
  app.answers.push(null);
  expect(await app.refused('wrapping.approve', { sessionId, accessor })).toMatchObject({
    kind: 'cancelled',
  });
  expect(app.asked.at(-1)).toMatchObject({
    title: 'Approve this request?',
    facts: expect.arrayContaining(
      Object.values(about).map((value) => expect.objectContaining({ value }) as unknown),
    ) as unknown,
  });
  expect(await app.must('entry.approval', place)).toMatchObject({ state: 'waiting' });
  app.answers.push('');
  expect(await app.must('wrapping.approve', { sessionId, accessor })).toEqual({ approved: true });
  expect(await app.must('entry.approval', place)).toMatchObject({ state: 'approved' });
});
