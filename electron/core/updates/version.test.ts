import { describe, expect, it } from 'vitest';
import { compareVersions, isVersion } from './version.ts';

describe('versions', () => {
  it('are ordered as Semantic Versioning has it', () => {
    const inOrder = [
      ...['0.1.0', '0.2.0-alpha', '0.2.0-alpha.1', '0.2.0-alpha.beta', '0.2.0-beta.2', '0.2.0-beta.11'],
      ...['0.2.0-rc.1', '0.2.0', '0.10.0', '1.0.0'],
    ];
    const shuffled = [...inOrder].sort((one, other) => (one.length < other.length ? 1 : -1));
    expect(shuffled.sort(compareVersions)).toEqual(inOrder);
    expect(compareVersions('0.2.0', '0.2.0')).toBe(0);
  });

  it.each([
    '',
    '1',
    '1.2',
    'v1.2.3',
    '1.2.3.4',
    '1.2.3-',
    '1.2.3+build',
    ' 1.2.3',
    '1.2.3\n',
    '99999999999.0.0',
    '../1.2.3',
  ])('are not %j, which is older than any', (text) => {
    expect(isVersion(text)).toBe(false);
    expect(compareVersions(text, '0.0.1')).toBeLessThan(0);
  });
});
