import type { WebContents } from 'electron';
import { expect, it } from 'vitest';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { packNames } from '../../shared/vault/names.ts';
import { createKnownCredentials } from '../core/credentials/known-credentials.ts';
import { leavingTasks } from '../core/gates/outgoing-check.ts';
import type { LeavingWork } from '../core/gates/outgoing-check.ts';
import { makeOutgoing } from '../core/gates/outgoing.ts';
import { makeEmit } from './events.ts';

const token = 'hvs.CAESIJ-canary_0123456789';

function make(work?: LeavingWork) {
  const known = createKnownCredentials();
  known.keep([token]);
  const sent: unknown[] = [];
  const contents = {
    isDestroyed: () => false,
    getURL: () => 'app://strongroom/index.html',
    send: (...parts: unknown[]) => void sent.push(parts),
  } as unknown as WebContents;
  return { sent, emit: makeEmit(() => contents, 'strongroom', makeOutgoing(known, work)) };
}

/** A worker that finishes its task on demand. */
function makeWork() {
  const let1 = Promise.withResolvers<undefined>();
  const work: LeavingWork = async (name, input) => {
    await let1.promise;
    return leavingTasks[name](input);
  };
  return { work, let: () => let1.resolve(undefined) };
}

const mount: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };
const large = {
  jobId: 'large',
  found: [{ sessionId: 's', mount, names: packNames(Array.from({ length: 10_000 }, () => token)) }],
  unread: [],
  entriesRead: 0,
  entriesWaiting: 0,
  foldersRead: 0,
  foldersWaiting: 0,
  namesSeen: 0,
};

it('has large events looked through elsewhere, and keeps their order', async () => {
  const { work, let: go } = makeWork();
  const { sent, emit } = make(work);
  emit('session.closed', { sessionId: 'before' });
  emit('search.found', large);
  emit('session.closed', { sessionId: 'after' });
  expect(sent).toHaveLength(1);
  go();
  await expect.poll(() => sent).toHaveLength(3);
  expect(JSON.stringify(sent)).not.toContain(token);
  expect(JSON.stringify(sent.at(2))).toContain('after');
  emit('session.closed', { sessionId: 'at once' });
  expect(sent).toHaveLength(4);
});

it('lets a lock overtake what waits, which is for a page that has gone', async () => {
  const { work, let: go } = makeWork();
  const { sent, emit } = make(work);
  emit('search.found', large);
  emit('session.closed', { sessionId: 'late' });
  emit('lock.changed', { locked: true, since: '', reason: 'idle', drafts: 0, oneTimeResults: 0 });
  expect(sent).toHaveLength(1);
  go();
  await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
  expect(sent).toHaveLength(1);
});

it('sends nothing that could not be looked through', async () => {
  const { sent, emit } = make(() => Promise.reject(new Error('too much')));
  emit('search.found', large);
  emit('session.closed', { sessionId: 'after' });
  await expect.poll(() => sent).toHaveLength(1);
  expect(JSON.stringify(sent)).toContain('after');
});

it('sends no event that holds a credential, as an object or as JSON', () => {
  const { sent, emit } = make();
  emit('session.closed', { sessionId: token });
  emit('token.accessorsFound', { jobId: token, rows: [], done: 0, total: 0 });
  expect(sent).toHaveLength(2);
  expect(JSON.stringify(sent)).not.toContain(token);
  expect(JSON.stringify(sent)).toContain('[redacted]');
});
