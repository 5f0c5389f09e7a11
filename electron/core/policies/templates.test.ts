import { describe, expect, it } from 'vitest';
import { fillIn, noEntity, unknownEntity } from './templates.ts';

const known = { values: new Map([['identity.entity.id', 'e-1']]), isComplete: false };

describe('a path with templates', () => {
  it.each([
    ['secret/{{identity.entity.id}}/*', 'secret/e-1/*'],
    ['secret/{{  identity.entity.id }}/*', 'secret/e-1/*'],
    ['{{identity.entity.id}}{{identity.entity.id}}', 'e-1e-1'],
  ])('%s is filled in', (path, filled) => {
    expect(fillIn(path, known)).toEqual({ path: filled, unknown: false });
  });

  it('does not count for a token without an entity, and is unknown where not all is known', () => {
    expect(fillIn('a/{{identity.entity.name}}', noEntity)).toBeUndefined();
    expect(fillIn('a/{{identity.entity.name}}', unknownEntity)).toEqual({
      path: 'a/{{identity.entity.name}}',
      unknown: true,
    });
  });

  it('is read at once, however many spaces somebody wrote into it', () => {
    const path = `a/{{${' '.repeat(100_000)}`;
    expect(fillIn(path, known)).toEqual({ path, unknown: true });
  });
});
