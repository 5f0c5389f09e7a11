import { describe, expect, it } from 'vitest';
import { exitCode, renderTable, renderVerdict, toRow, type Measured } from './report.ts';

const measured: Measured = {
  name: 'cold-start',
  unit: 'ms',
  ours: 500,
  reference: 400,
  referenceName: 'bare window',
  budget: 1.25,
  n: 12,
};

describe('toRow', () => {
  it('keeps a ratio that just fits', () => {
    expect(toRow(measured)).toEqual({ ...measured, ratio: 1.25, ok: true });
  });

  it('says over for the smallest excess, even where the rounded ratio would fit', () => {
    const row = toRow({ ...measured, ours: 500.1 });
    expect(row.ratio).toBe(1.25);
    expect(row.ok).toBe(false);
  });

  it('takes a difference below nothing as inside the budget', () => {
    expect(toRow({ ...measured, ours: -1.5 }).ok).toBe(true);
  });

  it.each([
    { ours: Number.NaN },
    { ours: Number.POSITIVE_INFINITY },
    { reference: 0 },
    { reference: -1 },
    { reference: Number.NaN },
    { budget: 0 },
    { budget: Number.NaN },
    { n: 0 },
    { n: 1.5 },
  ])('refuses %j', (change) => {
    expect(() => toRow({ ...measured, ...change })).toThrow(RangeError);
  });
});

describe('renderTable', () => {
  it('aligns its columns and marks the row that is over', () => {
    const lines = renderTable([
      toRow(measured),
      toRow({ ...measured, name: 'ipc-noop', ours: 2.345, reference: 1, budget: 1 }),
    ]).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^cold-start +500 +400 +ms +1\.25 +1\.25 +ok +12 +bare window$/);
    expect(lines[2]).toMatch(/^ipc-noop +2\.35 +1\.00 +ms +2\.35 +1\.00 +over +12 +bare window$/);
    expect(new Set(lines.map((line) => line.search(/reference is|bare window/))).size).toBe(1);
  });
});

describe('verdict and exit code', () => {
  const fits = toRow(measured);
  const over = toRow({ ...measured, name: 'open-50k', ours: 600 });

  it('is content when all fit', () => {
    expect(renderVerdict([fits, fits])).toBe('2 of 2 inside their budgets');
    expect(exitCode([fits], true)).toBe(0);
  });

  it('names what is over and by how much', () => {
    expect(renderVerdict([fits, over])).toBe('1 of 2 inside their budgets; over: open-50k by 20 %');
  });

  it('fails for a missed budget only when strict', () => {
    expect(exitCode([fits, over], false)).toBe(0);
    expect(exitCode([fits, over], true)).toBe(1);
  });
});
