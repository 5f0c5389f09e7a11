import { describe, expect, it } from 'vitest';
import { createSaveCounter, whyAskedToSave } from './versions-lost.ts';
import type { History } from './versions-lost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2030-01-01T00:00:00Z');

/** Simulates an entry of a server, including the versions it drops. */
function entry(keeps: number, agesMs: readonly number[]) {
  let history: History = { currentVersion: 0, oldestVersion: 0, versions: [], maxVersions: keeps };
  const save = (atMs: number): void => {
    const currentVersion = history.currentVersion + 1;
    const createdTime = new Date(atMs).toISOString();
    const made = { version: currentVersion, createdTime, deletionTime: '', destroyed: false };
    const isFull = currentVersion - history.oldestVersion >= keeps;
    const oldestVersion = isFull ? currentVersion - keeps + 1 : history.oldestVersion;
    const versions = [...history.versions, made].filter(({ version }) => version > currentVersion - keeps);
    history = { ...history, currentVersion, oldestVersion, versions };
  };
  for (const age of agesMs) save(NOW - age);
  return {
    /** Saves as a user who agrees; true if a question was asked. */
    save: (atMs: number, ofMount: number | undefined = 0): boolean => {
      const why = whyAskedToSave(history, ofMount, atMs);
      save(atMs);
      return why !== undefined;
    },
    has: (version: number) => history.versions.some((one) => one.version === version),
    history: () => history,
  };
}

const days = (count: number) => Array.from({ length: count }, (_, n) => (count - n) * DAY);

describe('a person who saves', () => {
  it.each([
    ['every 20 minutes', 20],
    ['every half hour', 30],
    ['every hour', 60],
    ['every three hours', 180],
  ])('the same entry %s for a day is asked about half of yesterday’s versions at most', (_, minutes) => {
    const full = entry(10, days(12));
    let asked = 0;
    for (let at = 0; at < DAY; at += minutes * MINUTE) if (full.save(NOW + at)) asked++;
    expect(asked).toBeLessThanOrEqual(5);
  });

  it('once a day, or three times in a row, is never asked', () => {
    const full = entry(10, days(12));
    for (let day = 0; day < 30; day++)
      for (let n = 0; n < (day % 3) + 1; n++) expect(full.save(NOW + day * DAY + n * MINUTE)).toBe(false);
  });

  it('is never asked while there is room', () => {
    const small = entry(10, [DAY]);
    for (let n = 0; n < 9; n++) expect(small.save(NOW + n)).toBe(false);
  });
});

describe('a page that saves as fast as it can', () => {
  it.each([
    ['one version, made long ago', days(1)],
    ['one version, made just now', [MINUTE]],
    ['five versions', days(5)],
  ])('cannot push out version 1 unasked: %s', (_, ages) => {
    const sample = entry(10, ages);
    for (let n = 0; n < 12 && !sample.save(NOW + n); n++) expect(sample.has(1)).toBe(true);
    expect(sample.history().currentVersion).toBeLessThanOrEqual(11);
  });

  it('takes three versions of a full history within an hour, and the rest with a question each', () => {
    const full = entry(10, days(10));
    expect(Array.from({ length: 10 }, (_, n) => full.save(NOW + n))).toEqual([
      ...[false, false, false],
      ...Array.from({ length: 7 }, () => true),
    ]);
  });

  it('does not get far by patience: half of what is older than a day goes with a question only', () => {
    const full = entry(10, days(10));
    let unasked = 0;
    for (let at = 0; at < DAY && !full.save(NOW + at); at += 21 * MINUTE) unasked++;
    expect(unasked).toBe(5);
    // The save that was asked about took the sixth.
    for (const version of [7, 8, 9, 10]) expect(full.has(version)).toBe(true);
  });
});

describe('a short history', () => {
  it('of one version is asked about each time', () => {
    const one = entry(1, days(1));
    expect([one.save(NOW), one.save(NOW + DAY), one.save(NOW + 30 * DAY)]).toEqual([true, true, true]);
  });
  it('of two is asked about when both would be new', () => {
    const two = entry(2, days(2));
    expect([two.save(NOW), two.save(NOW + 1)]).toEqual([false, true]);
  });
});

describe('what is not as it was', () => {
  it('asks where fewer versions are kept than there are', () => {
    const { history } = entry(10, days(6));
    const now = { ...history(), maxVersions: 1 };
    expect(whyAskedToSave(now, 0, NOW)).toContain('permanently removes versions 1 to 6');
    expect(whyAskedToSave({ ...now, maxVersions: 0 }, 2, NOW)).toContain(
      'permanently removes versions 1 to 5',
    );
  });
  it('does not count versions that were destroyed already', () => {
    const { history } = entry(3, days(3));
    const versions = history().versions.map((one) => ({ ...one, destroyed: one.version === 1 }));
    expect(whyAskedToSave({ ...history(), versions, currentVersion: 3 }, 0, NOW)).toBeUndefined();
  });
  it('counts versions that were deleted: they could be undeleted', () => {
    const { history } = entry(1, days(1));
    const versions = history().versions.map((one) => ({ ...one, deletionTime: one.createdTime }));
    expect(whyAskedToSave({ ...history(), versions }, 0, NOW)).toBeDefined();
  });
  it('takes a time that cannot be read for the worse', () => {
    const { history } = entry(10, days(10));
    const versions = history().versions.map((one) => ({ ...one, createdTime: 'soon' }));
    expect(whyAskedToSave({ ...history(), versions }, 0, NOW)).toBeDefined();
  });
  it('judges a full history by itself where the mount’s settings may not be read', () => {
    const full = entry(10, days(12));
    const history = { ...full.history(), maxVersions: 0 };
    expect(whyAskedToSave(history, undefined, NOW)).toBeUndefined();
    const fresh = history.versions.map((one) => ({ ...one, createdTime: new Date(NOW).toISOString() }));
    expect(whyAskedToSave({ ...history, versions: fresh }, undefined, NOW)).toBeDefined();
  });
});

it('counts saves where versions may not be read: three an hour of each entry', () => {
  const count = createSaveCounter();
  const asked = (name: string, at: number) => count(name, at) !== undefined;
  expect([0, 1, 2, 3].map((at) => asked('a', at))).toEqual([false, false, false, true]);
  expect(asked('b', 4)).toBe(false);
  expect(asked('a', 2 * HOUR)).toBe(false);
});
