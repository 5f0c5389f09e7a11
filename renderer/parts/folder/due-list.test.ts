import { expect, it } from 'vitest';
import type { FolderRow } from '../../../shared/vault/folder-table.ts';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { dueIn } from './due-list.ts';
import type { FolderTable } from './folder-tables.ts';

const now = Date.parse('2026-06-10T12:00:00Z');
const secret = mountAt('secret/');

function row(path: string, reminders: Readonly<Record<string, string>>): FolderRow {
  const metadata = {
    currentVersion: 1,
    createdTime: '',
    updatedTime: '',
    storedVersions: 1,
    maxVersions: 0,
    deleteVersionAfter: '0s',
    currentTime: '2026-06-01T00:00:00Z',
    versions: [],
    reminders,
  };
  return { path, metadata };
}

/** A table read at a time; 0: it is not read to its end. */
function table(path: string, endedMs: number, rows: readonly FolderRow[]): FolderTable {
  const reading = { endedMs: endedMs || undefined };
  return { mount: secret, path, snapshot: () => ({ reading, rows }) } as unknown as FolderTable;
}

it('lists what is overdue, soon or unreadable, the earliest first, as it was read last', () => {
  const { read, entries } = dueIn(
    [
      table('', 1, [row('a', { expires: '2020-01-01' }), row('later', { expires: '2030-01-01' })]),
      table('x/', 2, [
        row('a', { rotateAfter: '10d', owner: 'ops' }),
        row('b', { rotateAfter: 'often' }),
        row('c', { expires: '2026-06-09', rotateAfter: '2020-01-01' }),
        { path: 'd' },
      ]),
      table('y/', 0, [row('z', { expires: '2020-01-01' })]),
    ],
    now,
  );
  expect(read.map(({ path }) => path)).toEqual(['x/', '']);
  expect(entries.map(({ path, urgency, owner, due: { kind } }) => [path, urgency, kind, owner])).toEqual([
    ['c', 'overdue', 'rotate', undefined],
    ['a', 'soon', 'rotate', 'ops'],
    ['b', 'unreadable', 'rotate', undefined],
  ]);
});
