import { describe, expect, it } from 'vitest';
import type { RevokedBatch } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { AccessorStore } from './accessor-store.ts';
import { accessorRow, jobEnd } from './tokens.fixture.ts';

function setUp() {
  const hooks = { before: (): void => undefined, failure: undefined as AppFailure | undefined };
  let next = 1;
  const begin = (): { jobId: string } => {
    hooks.before();
    if (hooks.failure !== undefined) throw hooks.failure;
    return { jobId: `job-${String(next++)}` };
  };
  const bridge = installFakeBridge({
    'token.accessors': begin,
    'token.revokeMany': begin,
    'job.cancel': () => ({}),
  });
  const store = new AccessorStore('one');
  const found = (jobId: string, accessors: readonly string[], total = 3): void => {
    const rows = accessors.map((accessor) => accessorRow(accessor));
    bridge.emit('token.accessorsFound', { jobId, rows, done: accessors.length, total });
  };
  const revoked = (jobId: string, rows: RevokedBatch['rows']): void => {
    bridge.emit('token.revoked', { jobId, rows, done: rows.length, total: rows.length });
  };
  const ended = (jobId: string): void => {
    bridge.emit('job.ended', jobEnd(jobId));
  };
  return {
    store,
    hooks,
    found,
    revoked,
    ended,
    asked: () => bridge.inputsOf('token.revokeMany').map(({ accessors }) => accessors),
    cancelled: () => bridge.inputsOf('job.cancel').map(({ jobId }) => jobId),
    accessors: () => store.snapshot().rows.map(({ accessor }) => accessor),
  };
}

describe('AccessorStore', () => {
  it('gathers the rows of its own job, however early they come', async () => {
    const { store, hooks, found, ended, accessors } = setUp();
    hooks.before = () => {
      found('other', ['no']);
      found('job-1', ['a', 'b']);
    };
    await store.look();
    expect(accessors()).toEqual(['a', 'b']);
    expect(store.snapshot().listing).toMatchObject({ running: true, done: 2, total: 3 });
    found('job-1', ['c']);
    ended('other');
    ended('job-1');
    expect(accessors()).toEqual(['a', 'b', 'c']);
    expect(store.snapshot().listing).toMatchObject({ running: false, end: { outcome: 'done' } });
    found('job-1', ['late']);
    expect(accessors()).toEqual(['a', 'b', 'c']);
  });

  it('keeps filters and order when it looks again, and stops the look before', async () => {
    const { store, found, cancelled, accessors } = setUp();
    await store.look();
    found('job-1', ['a']);
    store.setSort({ column: 'expires', descending: true });
    store.select(new Set(['a']));
    await store.look();
    found('job-1', ['late']);
    expect(cancelled()).toEqual(['job-1']);
    expect(accessors()).toEqual([]);
    expect(store.snapshot()).toMatchObject({ sort: { column: 'expires' }, selected: new Set() });
  });

  it('says why it could not look', async () => {
    const { store, hooks } = setUp();
    hooks.failure = new AppFailure({ kind: 'forbidden', message: 'No.' });
    await store.look();
    expect(store.snapshot().listing).toMatchObject({ running: false, error: { kind: 'forbidden' } });
  });

  it('takes out what is revoked, keeps what failed selected, and can retry that', async () => {
    const { store, found, revoked, ended, accessors, asked } = setUp();
    await store.look();
    found('job-1', ['a', 'b', 'c']);
    store.select(new Set(['a', 'b', 'c']));
    await store.revoke(['a', 'b', 'c']);
    revoked('job-2', [
      { accessor: 'a', outcome: 'revoked' },
      { accessor: 'b', outcome: 'gone' },
      { accessor: 'c', outcome: 'failed', reason: 'No.' },
    ]);
    ended('job-2');
    expect(accessors()).toEqual(['c']);
    expect([...store.snapshot().selected]).toEqual(['c']);
    await store.revoke(['c']);
    expect(asked()).toEqual([['a', 'b', 'c'], ['c']]);
    expect(store.snapshot().revoking).toMatchObject({ running: true, rows: [] });
  });

  it('leaves everything as it was where the person declines', async () => {
    const { store, hooks, found, accessors } = setUp();
    await store.look();
    found('job-1', ['a']);
    store.select(new Set(['a']));
    hooks.failure = new AppFailure({ kind: 'cancelled', message: 'Declined.' });
    await store.revoke(['a']);
    expect(store.snapshot()).toMatchObject({ revoking: undefined, selected: new Set(['a']) });
    expect(accessors()).toEqual(['a']);
  });

  it('stops what runs when its session closes', async () => {
    const { store, cancelled } = setUp();
    await store.look();
    store.close();
    expect(cancelled()).toEqual(['job-1']);
    expect(store.snapshot()).toMatchObject({ listing: undefined, rows: [] });
  });
});
