import { expect, test } from 'vitest';
import type { VersionFacts } from './entry.ts';
import { changesSince, deletedVersions, destroyedCount } from './folder-history.ts';
import { changedMs, isGone } from './folder-table.ts';
import type { FolderMetadata, FolderRow } from './folder-table.ts';

const now = Date.parse('2026-06-10T12:00:00Z');

function version(number: number, more: Partial<VersionFacts> = {}): VersionFacts {
  const createdTime = `2026-06-0${String(number)}T00:00:00Z`;
  return { version: number, createdTime, deletionTime: '', destroyed: false, ...more };
}

function row(path: string, versions: readonly VersionFacts[], more: Partial<FolderMetadata> = {}): FolderRow {
  return {
    path,
    metadata: {
      currentVersion: versions[0]?.version ?? 0,
      createdTime: '2026-06-01T00:00:00Z',
      updatedTime: versions[0]?.createdTime ?? '',
      storedVersions: versions.length,
      maxVersions: 0,
      deleteVersionAfter: '0s',
      currentTime: versions[0]?.createdTime ?? '',
      versions,
      ...more,
    },
  };
}

const deleted = { deletionTime: '2026-06-09T00:00:00Z' };
const planned = { deletionTime: '2026-06-20T00:00:00Z' };

test('finds deleted versions that can come back, and those that will be deleted', () => {
  const rows = [
    row('a', [version(3), version(2, { ...deleted, deletedBy: 'ops' }), version(1, { destroyed: true })]),
    row('b', [version(1, planned)]),
    row('c', [version(1, { ...deleted, destroyed: true })]),
    { path: 'd' },
  ];
  expect(deletedVersions(rows, { maxVersions: 0, deleteVersionAfter: '0s' })).toEqual([
    {
      path: 'a',
      version: 2,
      isCurrent: false,
      deletionTime: deleted.deletionTime,
      deletedBy: 'ops',
      // Ten are kept: version 2 goes with version 12.
      writesLeft: 9,
      againAfterSeconds: undefined,
    },
    {
      path: 'b',
      version: 1,
      isCurrent: true,
      deletionTime: planned.deletionTime,
      writesLeft: 10,
      againAfterSeconds: undefined,
    },
  ]);
});

test('says what the limits of entry and mount make of a deleted version', () => {
  const left = (
    maxVersions: number,
    after: string,
    mount?: { maxVersions: number; deleteVersionAfter: string },
  ) => {
    const [found] = deletedVersions(
      [row('a', [version(3), version(2, deleted)], { maxVersions, deleteVersionAfter: after })],
      mount,
    );
    return [found?.writesLeft, found?.againAfterSeconds];
  };
  expect(left(2, '0s', { maxVersions: 0, deleteVersionAfter: '0s' })).toEqual([1, undefined]);
  expect(left(2, '2h', { maxVersions: 5, deleteVersionAfter: '1h' })).toEqual([4, 3600]);
  expect(left(0, '1h', { maxVersions: 5, deleteVersionAfter: '2h' })).toEqual([4, 3600]);
  expect(left(0, '-1s', { maxVersions: 5, deleteVersionAfter: '2h' })).toEqual([4, undefined]);
  expect(left(2, '2h')).toEqual([undefined, 7200]);
});

test('lists writes and deletions of a time, newest first; of a destroy it knows no time', () => {
  const rows = [
    row('a', [version(9), version(2, { ...deleted, destroyed: true }), version(1, { destroyed: true })]),
    row('b', [version(8, { ...planned, createdBy: 'ops' })]),
  ];
  const since = (day: string) =>
    changesSince(rows, Date.parse(day), now).map(({ path, version: of, what, by, destroyed }) =>
      [path, of, what, by ?? '', destroyed ? 'destroyed' : ''].join(' ').trim(),
    );
  expect(since('2026-06-08')).toEqual(['a 9 written', 'a 2 deleted  destroyed', 'b 8 written ops']);
  expect(since('2026-06-09')).toEqual(['a 9 written', 'a 2 deleted  destroyed']);
  expect(since('2026-01-01')).toContain('a 1 created  destroyed');
  expect(destroyedCount(rows)).toBe(2);
});

test('counts a past deletion as a change, a planned one not', () => {
  const changed = (versions: readonly VersionFacts[]): string => {
    const { metadata } = row('a', versions);
    return metadata === undefined ? '' : new Date(changedMs(metadata, now) ?? 0).toISOString().slice(0, 10);
  };
  expect(changed([version(5, deleted)])).toBe('2026-06-09');
  expect(changed([version(5, planned)])).toBe('2026-06-05');
  const gone = (versions: readonly VersionFacts[]): boolean | undefined => {
    const { metadata } = row('a', versions);
    return metadata && isGone(metadata, now);
  };
  expect([
    gone([version(5, deleted)]),
    gone([version(5, planned)]),
    gone([version(5, { destroyed: true })]),
  ]).toEqual([true, false, true]);
  expect([gone([version(5), version(4, deleted)]), gone([])]).toEqual([false, false]);
});

test('of a write and its deletion in one millisecond, the deletion stands above', () => {
  const atOnce = { createdTime: '2026-06-09T00:00:00.0001Z', deletionTime: '2026-06-09T00:00:00.0009Z' };
  const changes = changesSince([row('a', [version(1, atOnce)])], 0, now);
  expect(changes.map(({ what }) => what)).toEqual(['deleted', 'created']);
});
