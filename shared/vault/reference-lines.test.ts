import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceLines, referenceLinesText } from './reference-lines.ts';
import { parseReference } from './reference.ts';

const entry = { connection: 'payments', path: 'secret/web' };
const names = (...keys: readonly string[]) => referenceLines(entry, keys).map(({ name }) => name);

describe('lines of references', () => {
  it('name variables as shells do, and hold no value', () => {
    expect(referenceLinesText(referenceLines({ ...entry, version: 3 }, ['user', 'db-password']))).toBe(
      'USER=strongroom://payments/secret/web?version=3#user\n' +
        'DB_PASSWORD=strongroom://payments/secret/web?version=3#db-password\n',
    );
  });

  it('tell apart keys that fall together', () => {
    expect(names('user', 'User', 'other')).toEqual(['user', 'User', 'OTHER']);
    expect(names('a.b', 'a-b')).toEqual(['a_b', 'a_b_2']);
    expect(names('a.b', 'a_b_2', 'a-b')).toEqual(['a_b', 'A_B_2', 'a_b_2']);
    expect(names('a', 'x\ud800')).toEqual(['A']);
    expect(names('1st', '', '=\n')).toEqual(['_1ST', '_', '__']);
  });

  it('are valid, whatever the keys', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 })), (keys) => {
        const lines = referenceLinesText(referenceLines(entry, keys)).split('\n').slice(0, -1);
        expect(lines).toHaveLength(keys.length);
        expect(new Set(lines.map((line) => line.replace(/=.*/s, ''))).size).toBe(keys.length);
        for (const [index, line] of lines.entries()) {
          const [, name = '', reference = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
          expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
          expect(parseReference(reference)).toEqual({ ...entry, key: keys[index] });
        }
      }),
    );
  });
});
