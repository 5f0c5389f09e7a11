import { expect, it } from 'vitest';
import { draftOf, metadataIn, metadataText } from './identity-draft.ts';

it('reads metadata from lines and writes it back', () => {
  expect(metadataIn('team = payments\n\nurl=https://a/?b=c\n')).toEqual({
    team: 'payments',
    url: 'https://a/?b=c',
  });
  expect(metadataText({ team: 'payments', empty: '' })).toBe('team=payments\nempty=');
  expect(metadataIn('')).toEqual({});
  expect(metadataIn('no sign')).toBeUndefined();
  expect(metadataIn('=value')).toBeUndefined();
});

it('starts a new group as one whose members are named', () => {
  expect(draftOf('group', undefined)).toMatchObject({ name: '', groupType: 'internal', policies: [] });
  expect(draftOf('entity', undefined).groupType).toBe('');
});
