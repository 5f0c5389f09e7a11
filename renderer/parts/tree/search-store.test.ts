import { describe, expect, it } from 'vitest';
import type { JobEnd, SearchBatch } from '../../../shared/ipc/contract.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { SearchStore } from './search-store.ts';

const kv: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

const at = (mount: Mount, path = '') => ({ mount, path });

function progress(jobId: string, found: readonly string[], foldersRead = 1, mount = kv): SearchBatch {
  return {
    jobId,
    found: [{ sessionId: 'one', mount, names: packNames(found) }],
    unread: [],
    foldersRead,
    foldersWaiting: 2,
    namesSeen: 10,
    entriesRead: 0,
    entriesWaiting: 0,
  };
}
function end(jobId: string): JobEnd {
  return { jobId, outcome: 'done', foldersRead: 3, namesSeen: 30, unread: [], unreadCount: 0 };
}

function setUp() {
  let beforeAnswer = (): void => undefined;
  let next = 1;
  const bridge = installFakeBridge({
    'search.start': () => {
      beforeAnswer();
      return { jobId: `job-${String(next++)}` };
    },
    'search.goOn': () => ({ jobId: `job-${String(next++)}` }),
    'search.startValues': failing({ kind: 'cancelled', message: 'Cancelled.' }),
    'job.cancel': () => ({}),
  });
  return {
    bridge,
    store: new SearchStore('one'),
    cancelled: () => bridge.inputsOf('job.cancel').map(({ jobId }) => jobId),
    progressed: (p: SearchBatch) => {
      bridge.emit('search.found', p);
    },
    ended: (e: JobEnd) => {
      bridge.emit('job.ended', e);
    },
    before: (act: () => void) => {
      beforeAnswer = act;
    },
  };
}

describe('SearchStore', () => {
  it('gathers batches and addresses them as one list', async () => {
    const { store, progressed, ended } = setUp();
    store.open([at(kv, 'a/')], 'x');
    await store.start();
    progressed(progress('job-1', ['a/x1', 'a/x2']));
    progressed(progress('job-1', []));
    progressed(progress('other', ['no']));
    progressed(progress('job-1', ['a/b/x3/'], 2));
    expect(store.snapshot()).toMatchObject({ running: true, foundCount: 3, counts: { foldersRead: 2 } });
    expect([0, 1, 2, 3].map((index) => store.foundAt(index)?.path)).toEqual(['a/x1', 'a/x2', 'a/b/x3/', '']);
    ended(end('job-1'));
    expect(store.snapshot()).toMatchObject({ running: false, end: { outcome: 'done' } });
    progressed(progress('job-1', ['late']));
    expect(store.snapshot().foundCount).toBe(3);
  });

  it('misses nothing of a job that ends before its id arrives', async () => {
    const { store, progressed, ended, before } = setUp();
    before(() => {
      progressed(progress('job-1', ['quick']));
      ended(end('job-1'));
    });
    store.open([at(kv)], '');
    await store.start();
    expect(store.snapshot()).toMatchObject({ running: false, foundCount: 1, end: { jobId: 'job-1' } });
  });

  it('stops a running search when it is closed or started again', async () => {
    const { store, cancelled, progressed } = setUp();
    store.open([at(kv)], 'a');
    await store.start();
    progressed(progress('job-1', ['old']));
    await store.start();
    progressed(progress('job-1', ['late']));
    expect(store.snapshot().foundCount).toBe(0);
    store.close();
    expect(cancelled()).toEqual(['job-1', 'job-2']);
    expect(store.snapshot().scope).toEqual([]);
  });

  it('stops a job whose id arrives after closing', async () => {
    const { store, cancelled } = setUp();
    store.open([at(kv)], 'a');
    const starting = store.start();
    store.close();
    await starting;
    expect(cancelled()).toEqual(['job-1']);
  });

  it('searches places of several sessions in one job, and knows whose a hit is', async () => {
    const { store, bridge, progressed } = setUp();
    const other: Mount = { ...kv, path: 'other/' as MountPath };
    store.open([at(kv), { ...at(other), sessionId: 'two' }], 'x');
    await store.start();
    expect(bridge.inputsOf('search.start')).toMatchObject([
      {
        sessionId: 'one',
        places: [
          { sessionId: 'one', mount: 'secret/' },
          { sessionId: 'two', mount: 'other/' },
        ],
        text: 'x',
      },
    ]);
    progressed({
      ...progress('job-1', []),
      found: [{ sessionId: 'two', mount: other, names: packNames(['x2']) }],
    });
    expect(store.foundAt(0)).toMatchObject({ sessionId: 'two', mount: other, path: 'x2' });
  });

  it('goes on where it was stopped: what was found stays, and is counted on', async () => {
    const { store, bridge, progressed, ended } = setUp();
    store.open([at(kv)], 'x');
    await store.start();
    progressed(progress('job-1', ['x1'], 3));
    ended({ ...end('job-1'), outcome: 'cancelled' });
    await store.goOn();
    expect(bridge.inputsOf('search.goOn')).toEqual([{ sessionId: 'one', jobId: 'job-1' }]);
    progressed(progress('job-2', ['x2'], 1));
    expect(store.snapshot()).toMatchObject({ running: true, foundCount: 2, counts: { foldersRead: 4 } });
    expect([0, 1].map((index) => store.foundAt(index)?.path)).toEqual(['x1', 'x2']);
  });

  it('keeps its results if the question about values is not answered', async () => {
    const { store, progressed, ended } = setUp();
    store.open([at(kv)], 'x');
    await store.start();
    progressed(progress('job-1', ['x1']));
    ended(end('job-1'));
    await store.start(undefined, undefined, { ofValues: true });
    expect(store.snapshot()).toMatchObject({ running: false, foundCount: 1, ofValues: false });
    expect(store.snapshot().error).toBeUndefined();
    expect(store.foundAt(0)?.path).toBe('x1');
  });
});
