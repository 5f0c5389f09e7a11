import { expect, it } from 'vitest';
import { writtenBody } from './written-body.ts';

it('is a body with every token as it was written, and names the places of credentials', () => {
  expect(writtenBody('{"n":12345678901234567890}', [])).toBe('{"n":12345678901234567890}');
  expect(writtenBody('{"a":1}', ['/password', '/options/token'])).toBe(
    '{"a":1,"password":"[credential]","options":{"token":"[credential]"}}',
  );
  expect(writtenBody(undefined, ['/key'])).toBe('{"key":"[credential]"}');
});

it('is nothing where nothing is sent', () => {
  expect(writtenBody(undefined, [])).toBeUndefined();
});
