import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { deviationsOf, templateIn } from './template.ts';

const members = (values: Readonly<Record<string, unknown>>): readonly Member[] =>
  Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]);
const schema = (value: unknown) => templateIn('secret/.template', members({ schema: value }));
const kinds = (template: ReturnType<typeof schema>, values: Readonly<Record<string, unknown>>) =>
  deviationsOf(template, members(values)).map(({ key, kind }) => `${key} ${kind}`);

describe('a template', () => {
  const whole = {
    type: 'object',
    required: ['host', 'port'],
    additionalProperties: false,
    properties: {
      host: { type: 'string', format: 'hostname', description: 'Of the database' },
      port: { type: 'integer', minimum: 1, maximum: 65_535, default: 5432 },
      user: { type: ['string', 'null'], pattern: '^svc-[a-z]+$', minLength: 6 },
      mode: { enum: ['on', 'off'] },
    },
  };

  it('names its keys with types, descriptions and defaults', () => {
    expect(schema(whole).keys).toEqual([
      { key: 'host', required: true, types: ['string'], description: 'Of the database' },
      { key: 'port', required: true, types: ['integer'], description: '', initial: '5432' },
      { key: 'user', required: false, types: ['string', 'null'], description: '' },
      { key: 'mode', required: false, types: [], description: '' },
    ]);
    expect(schema(JSON.stringify(whole)).keys).toEqual(schema(whole).keys);
  });

  it('finds what differs, one kind a key', () => {
    expect(kinds(schema(whole), { host: 'db.example', port: 5432, user: 'svc-app', mode: 'on' })).toEqual([]);
    expect(kinds(schema(whole), { host: 'no host', user: 'app', mode: 'other', more: 1 })).toEqual([
      'host format',
      'port missing',
      'user pattern',
      'mode choice',
      'more extra',
    ]);
    expect(kinds(schema(whole), { host: 1, port: 0, user: null })).toEqual(['host type', 'port range']);
    expect(kinds(schema(whole), { host: 'a', port: 1.5, user: 'svc-a' })).toEqual([
      'port type',
      'user length',
    ]);
    expect(kinds(schema(whole), { host: 'a', port: 2.0 })).toEqual([]);
  });

  it('names the keywords that it does not check, and follows no reference', () => {
    const { unchecked } = schema({
      properties: { a: { $ref: 'https://elsewhere.example/s.json', anyOf: [] }, b: { format: 'color' } },
      allOf: [{ $ref: '#' }],
    });
    expect(unchecked).toEqual(['$ref', 'allOf', 'anyOf', 'format']);
  });

  it('can be an entry of the wanted shape instead', () => {
    const shape = templateIn('secret/.template', members({ host: 'db', port: 1 }));
    expect(kinds(shape, { host: 'x', port: 2.5, more: 1 })).toEqual([]);
    expect(kinds(shape, { port: '1' })).toEqual(['host missing', 'port type']);
  });

  it('says so when its schema is none', () => {
    for (const wrong of ['{', '[1]', 7, { properties: 1 }]) expect(() => schema(wrong)).toThrow(AppFailure);
  });

  it(
    'compares a value with a pattern that would backtrack for ever, in linear time',
    { timeout: 5_000 },
    () => {
      const evil = schema({ properties: { k: { pattern: '^(a+)+$' } } });
      expect(kinds(evil, { k: `${'a'.repeat(20_000)}!` })).toEqual(['k pattern']);
      expect(kinds(evil, { k: 'a'.repeat(2_000_000) })).toEqual(['k unchecked']);
      expect(kinds(schema({ properties: { k: { pattern: '(?=x)' } } }), { k: 'x' })).toEqual(['k unchecked']);
    },
  );

  it.each([
    ['date', '2026-11-28', '2026-13-28'],
    ['date-time', '2026-11-28T20:00:00Z', '2026-11-28'],
    ['uuid', '6f1c1f2e-8a55-4ef8-9a3e-0d5f3ad0f7aa', '6f1c'],
    ['hostname', 'db-1.example', '-db'],
    ['ipv4', '10.0.0.1', '10.0.0.256'],
    ['ipv6', '::1', ':::'],
    ['uri', 'https://a.example/x', 'a.example'],
    ['email', 'a@b.example', 'a@b@'],
  ])('checks the format %s', (format, good, bad) => {
    const template = schema({ properties: { k: { format } } });
    expect(kinds(template, { k: good })).toEqual([]);
    expect(kinds(template, { k: bad })).toEqual(['k format']);
  });
});
