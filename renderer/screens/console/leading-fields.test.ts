import { describe, expect, it } from 'vitest';
import type { ApiField } from '../../../shared/vault/console.ts';
import { operationRank, orderedFields } from './leading-fields.ts';

function field(name: string, change: Partial<ApiField> = {}): ApiField {
  return {
    name,
    place: 'body',
    type: 'string',
    description: '',
    required: false,
    deprecated: false,
    secret: false,
    ...change,
  };
}

const names = (fields: readonly ApiField[]): string[] => fields.map(({ name }) => name);

describe('the fields of a form', () => {
  it('begin with what a person needs', () => {
    const name = field('name', { place: 'path', required: true });
    const fields = [name, field('associated_data'), field('context'), field('plaintext'), field('type')];
    const { first, advanced, known } = orderedFields(fields, 'transit', 'encrypt/{name}');
    expect([names(first), names(advanced), known]).toEqual([
      ['name', 'plaintext'],
      ['associated_data', 'context', 'type'],
      true,
    ]);
  });

  it('of an operation that nothing is known of begin with what the server requires', () => {
    const fields = [field('b'), field('a', { required: true })];
    const { first, advanced, known } = orderedFields(fields, 'plugin', 'x/{name}');
    expect([names(first), names(advanced), known]).toEqual([['a'], ['b'], false]);
  });

  it('keep the order of the table', () => {
    const fields = [field('ttl'), field('alt_names'), field('common_name')];
    expect(names(orderedFields(fields, 'pki', 'issue/{role}').first)).toEqual([
      'common_name',
      'alt_names',
      'ttl',
    ]);
  });
});

it('ranks operations by what most requests are about; unknown ones come last', () => {
  const ranked = ['byok-export/{destination}', 'keys/{name}', 'encrypt/{name}'].toSorted(
    (one, other) => operationRank('transit', one) - operationRank('transit', other),
  );
  expect(ranked).toEqual(['encrypt/{name}', 'keys/{name}', 'byok-export/{destination}']);
  expect(operationRank('no such type', 'any')).toBe(0);
});
