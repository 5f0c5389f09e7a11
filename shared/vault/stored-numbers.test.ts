import { describe, expect, it } from 'vitest';
import { changedNumbers, storedNumber } from './stored-numbers.ts';

describe('changedNumbers', () => {
  it.each([
    ['9007199254740993', [{ written: '9007199254740993', stored: '9007199254740992' }]],
    ['-9223372036854775807', [{ written: '-9223372036854775807', stored: '-9223372036854776000' }]],
    ['0.1234567890123456789', [{ written: '0.1234567890123456789', stored: '0.12345678901234568' }]],
    ['9007199254740993.0', [{ written: '9007199254740993.0', stored: '9007199254740992' }]],
    ['9007199254740993e0', [{ written: '9007199254740993e0', stored: '9007199254740992' }]],
    ['123456789012345678.5', [{ written: '123456789012345678.5', stored: '123456789012345680' }]],
    ['1e-400', [{ written: '1e-400', stored: '0' }]],
    ['1.10', [{ written: '1.10', stored: '1.1' }]],
    ['1.0', [{ written: '1.0', stored: '1' }]],
    ['1e21', [{ written: '1e21', stored: '1e+21' }]],
    ['-0.0', [{ written: '-0.0', stored: '-0' }]],
    ['{"a": [1, 9007199254740993], "b": "9007199254740995", "c": 0.10}', ['9007199254740993', '0.10']],
  ])('%s', (raw, expected) => {
    const found = changedNumbers(raw);
    expect(typeof expected[0] === 'string' ? found.map((one) => one.written) : found).toEqual(expected);
  });

  it.each([
    '9007199254740992',
    '-0',
    '0',
    '0.1',
    '12345.678',
    '100.25',
    '1e-7',
    '5e-324',
    '100000000000000000000',
    '"9007199254740993"',
    '{"1.0":"\\"1.0"}',
    '[1,2.5,true,null]',
  ])('finds nothing in %s', (raw) => {
    expect(changedNumbers(raw)).toEqual([]);
  });

  it('leaves what no server takes to the check before a save', () => {
    expect(storedNumber('1e400')).toBeUndefined();
    expect(changedNumbers('[1e400, -1e400]')).toEqual([]);
  });
});
