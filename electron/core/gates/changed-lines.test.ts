import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

function script(before: string | null, after: string): readonly string[] {
  return changedLines(before, after).lines.map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`);
}

/** True if the script turns `before` into `after`; no line can occur twice. */
function applied(before: readonly string[], after: readonly string[]): boolean {
  const { lines } = changedLines(before.join('\n'), after.join('\n'));
  const removed = new Set(lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text));
  const added = new Set(lines.filter(({ kind }) => kind === 'added').map(({ text }) => text));
  const stay = before.filter((line) => !removed.has(line)).join();
  return stay === after.filter((line) => !added.has(line)).join();
}

describe('the lines that a save changes', () => {
  it('are those that are added and removed, in reading order', () => {
    expect(script('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual(['-b', '+x', '+e']);
    expect(script('a', 'a')).toEqual([]);
    expect(script('', 'a')).toEqual(['-', '+a']);
    expect(script(null, 'a\nb')).toEqual(['+a', '+b']);
    expect(script('a\r\nb', 'a\nb')).toEqual(['-a\r', '+a']);
  });

  it('name a line that only moved: it stands under another path now', () => {
    const grant = 'capabilities = ["sudo"]';
    expect(script(`path a\n${grant}\npath b\nx`, `path a\npath b\nx\n${grant}`)).toEqual([
      `-${grant}`,
      `+${grant}`,
    ]);
  });

  it('lead from one text to the other, wherever they differ', () => {
    let seed = 7;
    const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 300; round++) {
      const all = Array.from({ length: 30 }, (_, index) => String(index));
      const before = all.filter(() => chance() < 0.6);
      const after = all.filter(() => chance() < 0.6);
      expect(applied(before, after)).toBe(true);
    }
  });

  it('are all of them, however many and long', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
    const all = changedLines(many.join('\n'), many.map((line) => `${line}!`).join('\n'));
    expect(all).toMatchObject({ added: 5000, removed: 5000 });
    expect(all.lines).toHaveLength(10_000);
    const two = changedLines(many.join('\n'), ['first', ...many, 'last'].join('\n'));
    expect(two).toMatchObject({ added: 2, removed: 0 });
    expect(changedLines(null, `x${'y'.repeat(100_000)}z`).lines[0]?.text).toHaveLength(100_002);
  });
});
