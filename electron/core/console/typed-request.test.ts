import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { clientRequest, readPath, readRequest } from './typed-request.ts';

const origin = 'https://vault.example:8200';
const secrets: Readonly<Record<string, string>> = { 'ref-1': 'pa"ss\\word', 'ref-2': 'second' };

function read(request: Partial<ConsoleRequest>) {
  const whole: ConsoleRequest = { method: 'POST', path: 'secret/x', ...request };
  return clientRequest(
    whole,
    readRequest(whole, origin, (ref) => secrets[ref] ?? ''),
  );
}

function refused(work: () => unknown): AppError {
  try {
    work();
  } catch (failure) {
    if (failure instanceof AppFailure) return failure.error;
    throw failure;
  }
  throw new Error('it was taken');
}

describe('the path', () => {
  it.each([
    ['sys/mounts', 'sys/mounts', {}],
    ['  /sys/mounts ', 'sys/mounts', {}],
    ['/v1/secret/data/app?version=3', 'secret/data/app', { version: '3' }],
    // A mount of that name, typed without a prefix.
    ['v1/secret', 'v1/secret', {}],
    [`${origin}/v1/secret/data/team%20a?version=2`, 'secret/data/team a', { version: '2' }],
    ['pki/roles/?after=a%2Fb&limit=10', 'pki/roles/', { after: 'a/b', limit: '10' }],
    // A question mark without a query belongs to the name.
    ['secret/what?', 'secret/what?', {}],
    ['secret/a?b', 'secret/a?b', {}],
    ['secret/a?b/c=d', 'secret/a?b/c=d', {}],
    ['secret/100%', 'secret/100%', {}],
    ['secret/x?q=100%', 'secret/x', { q: '100%' }],
    ['secret/x?__proto__=1', 'secret/x', Object.fromEntries([['__proto__', '1']])],
  ])('%j', (text, path, query) => {
    expect(readPath(text, origin)).toEqual({ path, query });
  });

  it.each([
    ['', 'empty'],
    ['a//b', 'empty part'],
    ['a/../sys/seal', '“..”'],
    ['a\u200bb', 'U+200B'],
    ['https://elsewhere.example/v1/sys/mounts', 'not of this connection'],
    ['https://vault.example:8201/v1/sys/mounts', 'not of this connection'],
    ['x?a=1&a=2', 'twice'],
  ])('refuses %j', (text, why) => {
    const error = refused(() => readPath(text, origin));
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'path' });
    expect(error.message).toContain(why);
  });
});

describe('the body', () => {
  it('goes as it was written, big numbers and order of keys too', () => {
    const json = '{ "b": 9007199254740993, "a": 1.0, "10": null }';
    expect(read({ json }).body).toBe(json);
    expect(read({ json, secrets: [{ pointer: '/password', secretRef: 'ref-1' }] }).body).toBe(
      '{"b":9007199254740993,"a":1.0,"10":null,"password":"pa\\"ss\\\\word"}',
    );
  });

  it('takes credentials by pointer, in the place of what stands there, and makes objects on the way', () => {
    const placed = read({
      json: '{"password":"","deep":{"kept":1}}',
      secrets: [
        { pointer: '/password', secretRef: 'ref-1' },
        { pointer: '/deep/a~1b/token', secretRef: 'ref-2' },
      ],
    }).body;
    expect(JSON.parse(placed ?? '')).toEqual({
      password: 'pa"ss\\word',
      deep: { kept: 1, 'a/b': { token: 'second' } },
    });
    expect(read({ secrets: [{ pointer: '/__proto__', secretRef: 'ref-2' }] }).body).toBe(
      '{"__proto__":"second"}',
    );
  });

  it('is left out where the method has none, or nothing was typed', () => {
    expect(read({ json: ' ' })).not.toHaveProperty('body');
    expect(read({ method: 'GET', json: '{"a":1}' })).not.toHaveProperty('body');
    expect(read({ method: 'DELETE', json: '{"a":1}' })).not.toHaveProperty('body');
  });

  it.each([
    ['[1]', 'one JSON object'],
    ['"text"', 'one JSON object'],
    ['{"a":1', 'line 1, column 7'],
    ['{"a":1,"a":2}', 'Duplicate key'],
    ['{a:1}', 'line 1, column 2'],
  ])('refuses %s', (json, why) => {
    const error = refused(() => read({ json }));
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'json' });
    expect(error.message).toContain(why);
  });

  it.each(['', '/', 'password', '/a~2'])('refuses the pointer %j', (pointer) => {
    expect(refused(() => read({ secrets: [{ pointer, secretRef: 'ref-1' }] })).kind).toBe('invalid-input');
  });

  it('refuses a place inside of what is no object', () => {
    const error = refused(() =>
      read({ json: '{"a":[1]}', secrets: [{ pointer: '/a/0', secretRef: 'ref-1' }] }),
    );
    expect(error.message).toContain('not an object');
    expect(error.message).not.toContain('pa"ss');
  });
});

describe('the rest', () => {
  it('says what stands beside the path', () => {
    expect(
      read({ method: 'LIST', path: 'pki/roles', wrapTtl: ' 5m ', wrapJwt: true, namespace: '/team/' }),
    ).toEqual({
      method: 'GET',
      path: 'pki/roles',
      query: { list: 'true' },
      wrapTtl: '5m',
      wrapFormat: 'jwt',
      namespace: 'team',
      anyBody: true,
    });
    expect(read({ method: 'GET', wrapTtl: '', wrapJwt: true, namespace: ' ' })).toEqual({
      method: 'GET',
      path: 'secret/x',
      anyBody: true,
    });
  });

  it.each(['0', '0s', ' 0m '])('does not wrap for %j', (wrapTtl) => {
    expect(read({ method: 'GET', wrapTtl, wrapJwt: true })).toEqual({
      method: 'GET',
      path: 'secret/x',
      anyBody: true,
    });
  });

  it('is never declared safe', () => {
    for (const method of ['GET', 'LIST', 'POST'] as const)
      expect(read({ method })).not.toHaveProperty('safe');
  });
});
