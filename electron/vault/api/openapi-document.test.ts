import { describe, expect, it } from 'vitest';
import { catalogueOf, openApiOf, pathFacts } from './openapi-document.ts';
import { bestTemplate } from './openapi-templates.ts';

const document = {
  paths: {
    '/transit/keys/': {
      description: 'Managed named\n encryption keys',
      get: { parameters: [{ name: 'list', in: 'query', required: true, schema: { type: 'string' } }] },
    },
    '/transit/keys/{name}': {
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'Name of the key',
          schema: { type: 'string' },
        },
      ],
      get: { summary: 'Read a key' },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Key' } } } },
      },
      delete: {},
    },
    // Form of servers before 1.14 and of OpenBao: one path for both.
    '/old/{path}': {
      get: {
        parameters: [
          { name: 'list', in: 'query', schema: { type: 'string' } },
          { name: 'version', in: 'query', schema: { type: 'integer' } },
        ],
      },
    },
    '/secret/^.*$': { get: {} },
    '/empty': { description: 'nothing can be sent' },
  },
  components: {
    schemas: {
      Key: {
        required: ['type'],
        properties: {
          context: { $ref: '#/components/schemas/Context' },
          exportable: { type: 'boolean', default: false },
          old: { type: 'string', deprecated: true },
          period: { type: 'string', format: 'duration', description: ' Rotate every ', default: '1h' },
          type: { type: 'string', enum: ['aes', 'rsa'] },
          password: { type: 'string' },
          bind: { type: 'string', 'x-vault-displayAttrs': { sensitive: true } },
          pass_word: { type: 'string', format: 'password' },
          size: { type: 'integer', format: 'int64' },
          ttl: { type: 'integer', format: 'seconds' },
          when: { type: 'string', format: 'date-time' },
          map: { type: 'object', format: 'map' },
          items: { type: 'array', items: { type: 'string' } },
          loop: { $ref: '#/components/schemas/Loop' },
        },
      },
      Context: { type: 'string', description: 'Base64' },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
};

const api = openApiOf(document);

describe('catalogueOf', () => {
  it('is a line a path, without what nothing can be sent to', () => {
    expect(catalogueOf(api).paths).toEqual([
      { path: 'old/{path}', methods: ['GET', 'LIST'], summary: '' },
      { path: 'transit/keys/', methods: ['LIST'], summary: 'Managed named encryption keys' },
      { path: 'transit/keys/{name}', methods: ['GET', 'POST', 'DELETE'], summary: 'Read a key' },
    ]);
  });

  it('takes whatever is no document for an empty one', () => {
    for (const nothing of [undefined, null, 'x', [], { paths: [] }, { paths: { '/x': 7 } }])
      expect(catalogueOf(openApiOf(nothing)).paths).toEqual([]);
  });
});

describe('pathFacts', () => {
  it('knows the fields of an operation, the needed first and the deprecated last', () => {
    const post = pathFacts(api, 'transit/keys/orders').operations.find(({ method }) => method === 'POST');
    expect(post?.fields.map(({ name, type, required, secret }) => [name, type, required, secret])).toEqual([
      ['name', 'string', true, false],
      ['type', 'string', true, false],
      ['context', 'string', false, false],
      ['exportable', 'boolean', false, false],
      ['period', 'duration', false, false],
      ['password', 'string', false, true],
      ['bind', 'string', false, true],
      ['pass_word', 'string', false, true],
      ['size', 'integer', false, false],
      ['ttl', 'duration', false, false],
      ['when', 'time', false, false],
      ['map', 'object', false, false],
      ['items', 'array', false, false],
      ['loop', 'string', false, false],
      ['old', 'string', false, false],
    ]);
    expect(post?.fields.find(({ name }) => name === 'period')).toMatchObject({
      description: 'Rotate every',
      defaultJson: '"1h"',
    });
    expect(post?.fields.find(({ name }) => name === 'type')?.allowed).toEqual(['aes', 'rsa']);
    expect(post?.fields.find(({ name }) => name === 'context')?.description).toBe('Base64');
  });

  it('takes reading and listing for one place', () => {
    expect(pathFacts(api, 'transit/keys').operations.map(({ method }) => method)).toEqual(['LIST']);
    const old = pathFacts(api, 'old/a/b').operations;
    expect(old.map(({ method }) => method)).toEqual(['GET', 'LIST']);
    expect(old[0]?.fields.map(({ name, place }) => [name, place])).toEqual([['version', 'query']]);
  });

  it('knows nothing of what is not described', () => {
    expect(pathFacts(api, 'nowhere/x')).toEqual({ path: 'nowhere/x', operations: [] });
    expect(pathFacts(api, '')).toEqual({ path: '', operations: [] });
  });
});

describe('bestTemplate', () => {
  const templates = ['a/{x}', 'a/{x}/config', 'a/b', 'a/{x}/', '{everything}', 'c/{path}', 'c/{path}/d'];
  it.each([
    ['a/b', 'a/b'],
    ['a/z', 'a/{x}'],
    ['a/z/', 'a/{x}/'],
    ['a/z/config', 'a/{x}/config'],
    ['a/{x}', 'a/{x}'],
    ['c/1/2/3', 'c/{path}'],
    ['c/1/d', 'c/{path}/d'],
    ['z', undefined],
    ['', undefined],
    ['/', undefined],
  ])('%j', (asked, template) => {
    expect(bestTemplate(templates, asked)).toBe(template);
  });
});
