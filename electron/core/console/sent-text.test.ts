import { expect, it } from 'vitest';
import { sentText } from './sent-text.ts';

it('shows a body with every token as it was written, and names the places of credentials', () => {
  expect(sentText('{"policies":"root","n":12345678901234567890,"n":1}', [])).toEqual({
    text: '{\n  "policies": "root",\n  "n": 12345678901234567890,\n  "n": 1\n}',
    leftOut: 0,
  });
  expect(sentText('{"a":1}', ['/password', '/options/token'])?.text).toBe(
    [
      ...['{', '  "a": 1,', '  "password": "[credential]",'],
      ...['  "options": {', '    "token": "[credential]"', '  }', '}'],
    ].join('\n'),
  );
  expect(sentText(undefined, ['/key'])?.text).toContain('"key": "[credential]"');
});

it('is nothing where nothing is sent', () => {
  expect(sentText(undefined, [])).toBeUndefined();
});

it('shows the beginning of what nobody would read, and counts the rest', () => {
  for (const length of [30_000, 3_000_000]) {
    const body = JSON.stringify({ note: 'x'.repeat(length) });
    const sent = sentText(body, []);
    expect(sent?.text).toHaveLength(20_000);
    expect(20_000 + (sent?.leftOut ?? 0)).toBeGreaterThanOrEqual(body.length);
  }
});
