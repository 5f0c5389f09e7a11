import { describe, expect, it } from 'vitest';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { completed, openParameter, suggestionsFor } from './completion.ts';

describe('completed', () => {
  it.each([
    ['transit/keys/{name}/config', 'transit/keys/orders/c', 'transit/keys/orders/config'],
    ['transit/keys/{name}', 'transit/k', 'transit/keys/{name}'],
    ['transit/keys/{name}', 'transit/keys/', 'transit/keys/{name}'],
    ['transit/keys/{name}', 'transit/keys/ord', 'transit/keys/ord'],
    ['transit/keys/{name}/config', 'transit/keys//config', undefined],
    ['transit/keys/{name}', 'transit/keys/a/b', undefined],
    ['transit/keys/{name}', 'pki', undefined],
    ['transit/keys/', '', 'transit/keys/'],
    // Characters with a meaning in regular expressions.
    ['a.b/{x}', 'a.b/$&', 'a.b/$&'],
    ['a.b/{x}', 'axb', undefined],
  ])('%s with %j', (template, typed, path) => {
    expect(completed(template, typed)).toBe(path);
  });
});

describe('openParameter', () => {
  it.each([
    ['pki/roles/{name}', { name: 'name', at: 10 }],
    ['a/{x}/b/{y}?v=1', { name: 'x', at: 2 }],
    ['{path}', { name: 'path', at: 0 }],
    ['a/{x}?v=1', { name: 'x', at: 2 }],
    ['a/b{x}', undefined],
    ['a/{two words}', undefined],
    ['a/b', undefined],
  ])('%s', (path, open) => {
    expect(openParameter(path)).toEqual(open);
  });
});

describe('suggestionsFor', () => {
  const sources = {
    catalogue: [
      { path: 'sys/mounts', methods: ['GET'], summary: 'List' },
      { path: 'sys/mounts/{path}', methods: ['GET', 'POST'], summary: '' },
      { path: 'transit/encrypt/{name}', methods: ['POST'], summary: 'Encrypt' },
    ],
    mounts: [mountAt('secret/'), mountAt('transit/', 'other', 'transit')],
    history: [
      { method: 'GET', path: 'sys/leader', at: '2026-11-20T09:00:00Z', status: 200, elapsedMs: 1 },
      { method: 'GET', path: 'sys/leader', at: '2026-11-20T08:00:00Z', status: 200, elapsedMs: 1 },
    ],
  } as const;
  const paths = (text: string) => suggestionsFor(text, sources).map(({ from, path }) => `${from} ${path}`);

  it('begins with what was sent, then mounts, then what begins so, then what holds it', () => {
    expect(paths('s')).toEqual([
      'history sys/leader',
      'mount secret/',
      'catalogue sys/mounts',
      'catalogue sys/mounts/{path}',
      'catalogue transit/encrypt/{name}',
    ]);
    expect(paths('encrypt')).toEqual(['catalogue transit/encrypt/{name}']);
    const aws = [{ path: 'aws/config/rotateRoot', methods: ['POST'], summary: '' }] as const;
    expect(suggestionsFor('rotateroot', { ...sources, catalogue: aws })).toMatchObject([
      { path: 'aws/config/rotateRoot' },
    ]);
    expect(paths('/v1/transit/en')).toEqual(['catalogue transit/encrypt/{name}']);
  });

  it('does not offer what stands there already', () => {
    expect(paths('sys/mounts')).toEqual(['catalogue sys/mounts/{path}']);
    expect(paths('transit/encrypt/orders')).toEqual([]);
  });

  it('is short however long the catalogue is, and quick', () => {
    const catalogue = Array.from({ length: 5_000 }, (_, at) => ({
      path: `engine-${String(at)}/{name}`,
      methods: ['GET'] as const,
      summary: '',
    }));
    expect(suggestionsFor('engine', { ...sources, catalogue })).toHaveLength(40);
  });
});
