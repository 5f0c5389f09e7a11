import { describe, expect, it } from 'vitest';
import { groupName, verdictOf } from '../../../shared/vault/environments.ts';
import type { ColumnState } from '../../../shared/vault/environments.ts';
import { compareColumns } from './read-table.ts';

const read: ColumnState = { kind: 'read' };

const groupsIn = async (...columns: Parameters<typeof compareColumns>[0]) =>
  (await compareColumns(columns)).map(({ key, cells }) => [key, ...cells.map((cell) => cell?.group ?? null)]);

describe('comparing columns', () => {
  it('gives equal values one group, by first appearance, and says what is missing', async () => {
    expect(
      await groupsIn(
        [
          ['host', '"a"'],
          ['port', '1'],
        ],
        [
          ['host', '"b"'],
          ['user', '"u"'],
        ],
        [
          ['port', '1'],
          ['host', '"a"'],
        ],
      ),
    ).toEqual([
      ['host', 0, 1, 0],
      ['port', 0, null, 0],
      ['user', null, 0, null],
    ]);
  });

  it('compares values, not their notation, and tells a number from its text', async () => {
    expect(await groupsIn([['o', '{"a":1,"b":"\\u003c"}']], [['o', '{"b":"<","a":1.0}']])).toEqual([
      ['o', 0, 0],
    ]);
    expect(await groupsIn([['n', '1']], [['n', '"1"']], [['n', '9007199254740993']])).toEqual([
      ['n', 0, 1, 2],
    ]);
  });

  it('sends facts and never a value', async () => {
    const rows = await compareColumns([[['password', '"hunter2 "']]]);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    expect(rows[0]?.cells[0]?.facts).toMatchObject({ type: 'string', bytes: 8, endsWithSpace: true });
  });

  it('lets others run while it compares much, and can be cancelled', async () => {
    const many = Array.from(
      { length: 60_000 },
      (_, at) => [`k${String(at)}`, `{"v":${String(at)}}`] as const,
    );
    const others = many.map(([key, raw]) => [key, `${raw} `] as const);
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    await expect(compareColumns([many, others], abort.signal)).rejects.toThrow(/abort/i);
  });
});

describe('a row at a glance', () => {
  const row = (...groups: (number | null)[]) => ({
    key: 'k',
    cells: groups.map((group) => (group === null ? null : { group, facts: {} as never })),
  });

  it('is the same, different or missing, whatever could not be read', () => {
    const unreadable: ColumnState = { kind: 'unreadable', error: { kind: 'forbidden', message: '' } };
    expect(verdictOf(row(0, 0), [read, read])).toBe('same');
    expect(verdictOf(row(0, 1), [read, read])).toBe('different');
    expect(verdictOf(row(0, 1, null), [read, read, read])).toBe('missing');
    expect(verdictOf(row(0, 1, null), [read, read, { kind: 'absent' }])).toBe('different');
    expect(verdictOf(row(0, null, 0), [read, unreadable, read])).toBe('same');
  });

  it('names groups by letters', () => {
    expect([0, 1, 25, 26, 51, 52].map(groupName)).toEqual(['A', 'B', 'Z', 'AA', 'AZ', 'BA']);
  });
});
