import { describe, expect, it } from 'vitest';
import type { ApiField, ApiOperation, ConsoleMethod } from '../../../shared/vault/console.ts';
import { emptyValues, filledForm, MORE, valuesInPath } from './form-values.ts';
import type { FormValues } from './form-values.ts';

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

const inPath = field('name', { place: 'path', required: true });

function fill(
  fields: readonly ApiField[],
  texts: FormValues['texts'],
  change: Partial<FormValues> & { readonly method?: ConsoleMethod; readonly template?: string } = {},
) {
  const { method = 'POST', template = 'transit/keys/{name}', ...values } = change;
  const operation: ApiOperation = { method, summary: '', fields };
  return filledForm(template, operation, { ...emptyValues, texts, ...values });
}

describe('filledForm', () => {
  it.each<[type: ApiField['type'], text: string, json: string]>([
    ['string', ' kept spaces ', '" kept spaces "'],
    ['string', '$& "quoted"\n', '"$& \\"quoted\\"\\n"'],
    ['integer', ' 007 ', '7'],
    ['integer', '-9007199254740993', '-9007199254740993'],
    ['number', '1.50', '1.50'],
    ['boolean', 'false', 'false'],
    ['duration', ' 1h30m ', '"1h30m"'],
    ['duration', '90', '"90"'],
    ['array', 'a\n\n b ', '["a","b"]'],
    ['array', '[1, 9007199254740993]', '[1, 9007199254740993]'],
    ['object', '{"a": 9007199254740993}', '{"a": 9007199254740993}'],
  ])('writes a field of type %s from %j', (type, text, json) => {
    expect(fill([inPath, field('f', { type })], { 'path name': 'k', 'body f': text })).toEqual({
      request: { method: 'POST', path: 'transit/keys/k', json: `{"f":${json}}` },
    });
  });

  it.each<[type: ApiField['type'], text: string]>([
    ['integer', '1.5'],
    ['integer', 'ten'],
    ['number', '1e'],
    ['boolean', 'yes'],
    ['array', '[1,'],
    ['object', '[1]'],
    ['object', '{"a":1,"a":2}'],
  ])('says what is wrong with %s %j', (type, text) => {
    const filled = fill([inPath, field('f', { type })], { 'path name': 'k', 'body f': text });
    expect('problems' in filled && [...filled.problems.keys()]).toEqual(['body f']);
  });

  it('sends nothing for what is left empty, and wants what is needed', () => {
    const fields = [inPath, field('f', { required: true }), field('g')];
    const missing = fill(fields, {});
    expect('problems' in missing && [...missing.problems.keys()]).toEqual(['path name', 'body f']);
    expect(fill([inPath, field('g')], { 'path name': '/k/' })).toEqual({
      request: { method: 'POST', path: 'transit/keys/k' },
    });
  });

  it('puts names into the path as they are, and queries behind it', () => {
    const fields = [inPath, field('after', { place: 'query' })];
    const filled = fill(fields, { 'path name': '$1 {name}', 'query after': 'a&b' }, { method: 'GET' });
    expect(filled).toEqual({ request: { method: 'GET', path: 'transit/keys/$1 {name}?after=a%26b' } });
  });

  it('keeps the slash of a list and of nothing else', () => {
    const at = (method: ConsoleMethod) => fill([], {}, { method, template: 'identity/mfa/method/duo/' });
    expect(at('LIST')).toMatchObject({ request: { path: 'identity/mfa/method/duo/' } });
    expect(at('POST')).toMatchObject({ request: { path: 'identity/mfa/method/duo' } });
  });

  it('sends references for secret fields, and further members over those of the form', () => {
    const secret = { secretRef: 'ref', kind: 'password', length: 8, since: '' } as const;
    const filled = fill(
      [inPath, field('password', { secret: true, required: true }), field('ttl')],
      { 'path name': 'k', 'body ttl': '1h' },
      {
        secrets: { 'body password': secret },
        more: '{"ttl": 9007199254740993, "plugin": {}}',
        wrapTtl: ' 5m ',
      },
    );
    expect(filled).toEqual({
      request: {
        method: 'POST',
        path: 'transit/keys/k',
        json: '{"ttl":9007199254740993,"plugin":{}}',
        secrets: [{ pointer: '/password', secretRef: 'ref' }],
        wrapTtl: '5m',
      },
    });
    const wrong = fill([inPath], { 'path name': 'k' }, { more: '[]' });
    expect('problems' in wrong && wrong.problems.has(MORE)).toBe(true);
  });
});

describe('valuesInPath', () => {
  it.each([
    ['transit/keys/{name}', 'transit/keys/orders', { 'path name': 'orders' }],
    ['a/{x}/b/{y}', 'a/1/b/2/3', { 'path x': '1', 'path y': '2/3' }],
    ['a/{x}/', 'a/1/', { 'path x': '1' }],
    ['a/{x}', 'a/{x}', {}],
    ['a/{x}', 'a', {}],
    ['a/b', 'a/b', {}],
  ])('%s from %s', (template, path, values) => {
    expect(valuesInPath(template, path)).toEqual(values);
  });
});
