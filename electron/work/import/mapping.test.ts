import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '../../../shared/vault/import.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { mapped, previewOf } from './mapping.ts';

const mapping: ImportMapping = {
  folders: 'all',
  slashes: 'dash',
  clashes: 'number',
  keys: [],
  attachments: 'leave-out',
  versions: 'all',
  metadata: true,
};

/** Items that count how often somebody looks at their names and at their values. */
function watched(count: number) {
  const looks = { names: 0, values: 0 };
  const entries = Array.from({ length: count }, (_, at): ImportedEntry => {
    const versions = [{ members: [['k', '"v"']] as const }];
    return Object.defineProperties(
      { folders: [], name: '', versions },
      {
        name: { get: () => (looks.names++, `e${String(at)}`) },
        versions: { get: () => (looks.values++, versions) },
      },
    );
  });
  return { looks, read: { entries, titled: false } };
}

describe('a preview', () => {
  it('looks at the values of the rows that it shows, and at all paths once', async () => {
    const { looks, read } = watched(1000);
    const first = await previewOf(read, mapping);
    expect(first).toMatchObject({ entries: 1000, clashes: 0, problems: 0 });
    expect(first.rows).toHaveLength(200);
    expect(looks.values).toBe(200);
    const before = looks.names;
    const renamed = await previewOf(read, { ...mapping, keys: [{ from: 'k', to: 'key' }] });
    expect(renamed.rows[0]).toMatchObject({ path: 'e0', keys: [{ name: 'key', length: 1 }] });
    // Names of the shown rows only: the counts of all are known.
    expect(looks.names - before).toBe(200);
    expect(await previewOf(read, { ...mapping, folders: 'none' })).toMatchObject({ entries: 1000 });
  });
});

describe('items of one name', () => {
  it('get numbers that are free, however many there are', async () => {
    const entry: ImportedEntry = { folders: [], name: 'x', versions: [{ members: [] }] };
    const entries = [entry, { ...entry, name: 'x-3' }, ...Array.from({ length: 100_000 }, () => entry)];
    const made = await mapped({ entries, titled: true }, mapping);
    expect(made.slice(0, 5).map(({ path }) => path)).toEqual(['x', 'x-3', 'x-2', 'x-4', 'x-5']);
    expect(new Set(made.map(({ path }) => path)).size).toBe(entries.length);
  });
});
