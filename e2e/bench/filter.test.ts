import { expect, it } from 'vitest';
import { filterStrokes } from './filter.ts';

const names = Array.from({ length: 10_000 }, (_, at) => `name-${String(at).padStart(4, '0')}`);

it('types each word and takes it back, at least 30 strokes, and says what each must leave', () => {
  const strokes = filterStrokes(names);
  expect(strokes.length).toBeGreaterThanOrEqual(30);
  expect(strokes.slice(0, 8).map(({ key }) => key)).toEqual([
    '4',
    '2',
    '1',
    '7',
    ...Array<string>(4).fill('Backspace'),
  ]);
  expect(strokes[3]).toEqual({ key: '7', text: '4217', count: 1, first: 'name-4217' });
  expect(strokes[7]).toEqual({ key: 'Backspace', text: '', count: 10_000, first: 'name-0000' });
});

it('leaves something else after every stroke than before it, or an old picture would pass as the new one', () => {
  const strokes = filterStrokes(names);
  for (const [at, stroke] of strokes.entries()) {
    const before = strokes[at - 1] ?? { count: names.length, first: names[0] };
    expect([stroke.text, stroke.count, stroke.first]).not.toEqual([stroke.text, before.count, before.first]);
  }
});

it('refuses names that a word does not find', () => {
  expect(() => filterStrokes(['name-a'])).toThrow('nothing matches 4');
});
