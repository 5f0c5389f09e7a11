import { describe, expect, it } from 'vitest';
import { identityOf, versionOf } from './identity.mjs';

describe('the version of a package', () => {
  it.each([
    ['v0.2.0-0-g1234567', '0.2.0'],
    ['v1.0.0-rc.1-0-g1234567', '1.0.0-rc.1'],
    ['v0.2.0-14-g1234567', '0.2.1-dev.14'],
    ['v1.0.0-rc.1-3-g1234567', '1.0.0-rc.1.dev.3'],
    ['v0.2-0-g1234567', '9.9.9'],
    [undefined, '9.9.9'],
  ])('of %s is %s', (described, version) => {
    expect(versionOf(described, '9.9.9')).toBe(version);
  });

  it('is the one asked for where one is', () => {
    expect(identityOf('0.2.0').version).toBe('0.2.0');
  });
});

it('names the commit and its time', () => {
  const { commit, epoch } = identityOf();
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(epoch).toBeGreaterThan(1_600_000_000);
});
