import { expect, it } from 'vitest';
import { shownAnswer } from './shown-answer.ts';

it.each([
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  ['null', 'null'],
  ['', ''],
])('the answer %j is shown as %j', (text, shown) => {
  const json = (): unknown => (text === '' ? undefined : JSON.parse(text));
  expect(shownAnswer({ text, json })).toBe(shown);
});

it('shows no credential', () => {
  const text = '{"data":{"token":"hvs.CAESIexample-of-a-token"}}';
  expect(shownAnswer({ text, json: () => JSON.parse(text) as unknown })).not.toContain('example');
});
