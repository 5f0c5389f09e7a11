import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawJsonOf, switchedMode, valueTextOf } from './value-text.ts';

describe('the text of a value', () => {
  it('comes back as the same JSON value, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const raw = JSON.stringify(value);
        expect(JSON.parse(rawJsonOf(valueTextOf(raw)))).toEqual(JSON.parse(raw));
      }),
    );
    expect(rawJsonOf(valueTextOf('9007199254740993'))).toBe('9007199254740993');
  });

  it('switches between string and JSON and back without loss', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = switchedMode({ mode: 'string', text });
        expect(once).toEqual({ mode: 'json', text: JSON.stringify(text) });
        expect(switchedMode(once)).toEqual({ mode: 'string', text });
      }),
    );
    expect(switchedMode({ mode: 'json', text: '{"a": 1}' })).toEqual({ mode: 'string', text: '{"a": 1}' });
    expect(switchedMode({ mode: 'json', text: '"broken' })).toEqual({ mode: 'string', text: '"broken' });
  });
});
