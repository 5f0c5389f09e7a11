import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldText, withTyped } from './line-ends.ts';

describe('typing into a text with carriage returns', () => {
  it.each([
    ['a\r\nb', 'ax\nb', 'ax\r\nb'],
    ['a\r\nb', 'a\nb\nc', 'a\r\nb\r\nc'],
    ['a\r\nb', 'ab', 'ab'],
    ['a\rb\r\nc\nd', 'a\nb\nc\ndx', 'a\rb\r\nc\ndx'],
    ['a\r', 'a\n1', 'a\r1'],
    ['\r\n\r\n', '\n', '\r\n'],
    ['plain', 'plain\nmore', 'plain\nmore'],
  ])('%j typed as %j becomes %j', (text, typed, expected) => {
    expect(withTyped(text, typed)).toBe(expected);
  });

  it('shows what was typed, and loses no line end that was not touched', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\r\n', '\r', '\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text.map(fieldText), (before, typed) => {
        expect(fieldText(withTyped(before, typed))).toBe(typed);
      }),
    );
    fc.assert(
      fc.property(text, (before) => {
        expect(withTyped(before, fieldText(before))).toBe(before);
        expect(withTyped(before, `${fieldText(before)}x`)).toBe(`${before}x`);
      }),
    );
  });
});
