import { describe, expect, it } from 'vitest';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { likeliestMount, placeDoubt, placeProblem } from './place.ts';
import { renameConsequences, versionsText } from './words.ts';

const secret = mountAt('secret/');

describe('where an entry may lie', () => {
  it.each(['', 'a/', 'a//b', '/a', '.', 'a/../b', 'a\u200bb', 'tab\there', '\ud800'])(
    'refuses %j',
    (path) => {
      expect(placeProblem(path)).toMatch(/\S/);
    },
  );

  it.each(['a', 'a/b c', 'ünï/😀', 'a%2Fb', 'data', '...'])('takes %j', (path) => {
    expect(placeProblem(path)).toBeUndefined();
  });

  it('wonders about a mount or an API family in the path', () => {
    expect(placeDoubt(secret, 'secret/a')).toContain('secret/secret/a');
    expect(placeDoubt(secret, 'data/a')).toContain('API paths');
    expect(placeDoubt(mountAt('kv/', 'kv1'), 'data/a')).toBeUndefined();
    expect(placeDoubt(secret, 'a/data/b')).toBeUndefined();
  });

  it('finds the same mount elsewhere, else one of the same kind', () => {
    const mounts = [mountAt('old/', 'kv1'), mountAt('other/'), mountAt('secret/')];
    expect(likeliestMount(mounts, secret)?.path).toBe('secret/');
    expect(likeliestMount(mounts.slice(0, 2), secret)?.path).toBe('other/');
    expect(likeliestMount(mounts.slice(0, 1), secret)?.path).toBe('old/');
    expect(likeliestMount([], secret)).toBeUndefined();
  });
});

describe('words', () => {
  it('names a few versions and counts many', () => {
    expect(versionsText([7])).toBe('version 7');
    expect(versionsText([9, 3])).toBe('versions 3 and 9');
    expect(versionsText([5, 1, 12])).toBe('versions 1, 5 and 12');
    expect(versionsText([1, 2, 3, 4, 5, 6, 7])).toBe('7 versions');
  });

  it('says that a v1 entry is deleted for good by a rename, and a v2 entry is not', () => {
    const old = mountAt('old/', 'kv1');
    expect(renameConsequences(old, secret).join(' ')).toMatch(/starts at version 1.*permanently deleted/);
    expect(renameConsequences(secret, old).join(' ')).toMatch(/keeps no versions.*can be undeleted/);
  });
});
