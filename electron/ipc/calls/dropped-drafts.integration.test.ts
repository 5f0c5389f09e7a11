/** Unsaved edits, and a page that throws them away: without a question, but nothing is lost for ten minutes. */
import { expect, it } from 'vitest';
import { newKvMount, sharedServers, uniqueName, writeEntry } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { session } = useTestApps();

const kv = await newKvMount(server, 2);
const mount = kv.path as MountPath;

async function withDraft() {
  const { app, sessionId } = await session(server);
  const at = { sessionId, mount, path: uniqueName('edited') };
  await app.must('draft.put', { ...at, text: 'an hour of work' });
  app.asked.splice(0);
  return { app, sessionId, at };
}

it('a page that drops a draft loses it for nobody: it is restored as it was @dropped-draft', async () => {
  const { app, sessionId, at } = await withDraft();
  await app.must('draft.drop', at);
  // Regardless of later writes to the place.
  await app.must('draft.put', { ...at, text: 'garbage' });
  await app.must('draft.drop', at);
  expect(await app.must('draft.list', { sessionId })).toEqual([]);
  const [garbage, work] = await app.must('draft.dropped', { sessionId });
  expect(garbage).toMatchObject({ path: at.path, mount: { path: mount } });
  await app.must('draft.restore', { sessionId, draftId: work?.draftId ?? '' });
  expect(await app.must('draft.list', { sessionId })).toMatchObject([{ text: 'an hour of work' }]);
  expect(app.asked).toEqual([]);
});

it('a page that closes the session to lose its drafts is asked about', async () => {
  const { app, sessionId, at } = await withDraft();
  for (const end of ['session.logOut', 'session.close'] as const)
    expect(await app.refused(end, { sessionId })).toMatchObject({ kind: 'cancelled' });
  expect(app.asked).toMatchObject([
    {
      title: 'Log out and lose 1 unsaved edit?',
      facts: expect.arrayContaining([{ name: 'Unsaved edit', value: at.mount + at.path }]) as unknown,
      destructive: true,
    },
    { title: 'Close and lose 1 unsaved edit?' },
  ]);
  expect(await app.must('draft.list', { sessionId })).toHaveLength(1);
  await app.must('draft.drop', at);
  await app.must('session.close', { sessionId });
  expect(app.asked).toHaveLength(2);
});

it('a draft that was saved leaves nothing behind', async () => {
  const { app, sessionId, at } = await withDraft();
  await app.must('entry.create', { ...at, changes: [{ op: 'set', key: 'a', rawJson: '"an hour of work"' }] });
  await app.must('draft.drop', at);
  expect(await app.must('draft.dropped', { sessionId })).toEqual([]);
});

it('a draft that somebody else has saved alike leaves nothing behind, by what the server holds alone', async () => {
  const { app, sessionId, at } = await withDraft();
  await writeEntry(server, kv, at.path, { user: 'old' });
  const { entryId } = await app.must('entry.open', at);
  await app.must('draft.put', { ...at, entryId, text: 'an hour of work' });
  const changes = [{ op: 'set', key: 'user', rawJson: '"an hour of work"' }] as const;
  // Looking again does not make it saved, whatever the page says that it changed.
  await app.must('entry.merge', { entryId, changes: [] });
  await app.must('draft.drop', at);
  const [unsaved] = await app.must('draft.dropped', { sessionId });
  await app.must('draft.restore', { sessionId, draftId: unsaved?.draftId ?? '' });
  await writeEntry(server, kv, at.path, { user: 'an hour of work' });
  await app.must('entry.merge', { entryId, changes });
  await app.must('draft.drop', at);
  expect(await app.must('draft.dropped', { sessionId })).toEqual([]);
});

it('a page that puts another text over a draft, or deletes it bit by bit, has dropped it: it is restored @attack-10d', async () => {
  const { app, sessionId, at } = await withDraft();
  for (const text of ['an hour of', 'an hour', 'an', '', 'garbage that is longer than the work'])
    await app.must('draft.put', { ...at, text });
  await app.must('draft.drop', at);
  const dropped = await app.must('draft.dropped', { sessionId });
  await app.must('draft.restore', { sessionId, draftId: dropped.at(-1)?.draftId ?? '' });
  expect(await app.must('draft.list', { sessionId })).toMatchObject([{ text: 'an hour of work' }]);
});

it('a page that saves something else has not saved the draft @attack-10e', async () => {
  const { app, sessionId, at } = await withDraft();
  await app.must('entry.create', { ...at, changes: [{ op: 'set', key: 'a', rawJson: '"1"' }] });
  await app.must('draft.drop', at);
  expect(await app.must('draft.dropped', { sessionId })).toMatchObject([{ path: at.path }]);
});

it('a page that hides a draft behind what the server holds has not saved it', async () => {
  const { app, sessionId, at } = await withDraft();
  await writeEntry(server, kv, at.path, { user: 'theirs' });
  const { entryId } = await app.must('entry.open', at);
  const work = '{"user":"an hour of work"';
  for (const start of [{}, { entryId }]) {
    await app.must('draft.put', { ...at, ...start, text: `${work}}` });
    await app.must('draft.put', { ...at, ...start, text: `${work},"user":"theirs"}` });
    await app.must('entry.merge', { entryId, changes: [] });
    await app.must('draft.drop', at);
    const [hidden] = await app.must('draft.dropped', { sessionId });
    await app.must('draft.restore', { sessionId, draftId: hidden?.draftId ?? '' });
    expect((await app.must('draft.list', { sessionId }))[0]?.text).toContain(work);
    await app.must('draft.drop', at);
  }
});

it('a lock hides what was dropped, and somebody else’s token never sees it', async () => {
  const { app, sessionId, at } = await withDraft();
  await app.must('draft.drop', at);
  await app.must('lock.now', {});
  expect(await app.refused('draft.dropped', { sessionId })).toMatchObject({ kind: 'locked' });
  app.answers.push(server.rootToken);
  await app.must('session.reauthenticate', { sessionId });
  expect(await app.must('draft.dropped', { sessionId })).toHaveLength(1);
});
