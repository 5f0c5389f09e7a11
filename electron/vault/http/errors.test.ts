import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanServerError, errorFromAnswer } from './errors.ts';

function judged(status: number, body: unknown, path = 'secret/data/x') {
  return errorFromAnswer({ status, body, method: 'GET', path, knownSecrets: [] });
}

const deleted = {
  data: { data: null, metadata: { deletion_time: '2026-01-01T00:00:00Z', destroyed: false, version: 1 } },
};

describe('errorFromAnswer', () => {
  it.each<readonly [number, unknown, string]>([
    [400, { errors: ['check-and-set parameter did not match the current version'] }, 'conflict'],
    [400, { errors: ['check-and-set parameter required for this call'] }, 'invalid-request'],
    [400, { errors: ['missing client token'] }, 'unauthenticated'],
    [400, { errors: ['wrapping token is not valid or does not exist'] }, 'invalid-request'],
    [400, { errors: ['operation unavailable in namespaces'] }, 'root-namespace-only'],
    [400, { errors: ['operation only available in root namespace'] }, 'root-namespace-only'],
    [400, { errors: ['namespace is not sealable'] }, 'root-namespace-only'],
    [400, { errors: ['role "root namespace" is not sealable'] }, 'invalid-request'],
    [400, { errors: [] }, 'invalid-request'],
    [
      403,
      { errors: ['2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n'] },
      'unauthenticated',
    ],
    [403, { errors: ['bad token'] }, 'unauthenticated'],
    [403, { errors: ['1 error occurred:\n\t* permission denied\n\n'] }, 'forbidden'],
    [403, { errors: ['preflight capability check returned 403, please ensure …'] }, 'forbidden'],
    [405, { errors: ['1 error occurred:\n\t* unsupported operation\n\n'] }, 'not-offered'],
    [412, { errors: ['required index state not present'] }, 'server-error'],
    [413, { errors: ['request body too large'] }, 'too-large'],
    [500, { errors: ['JSON string value exceeds allowed length'] }, 'too-large'],
    [415, { errors: ['PATCH requires Content-Type …'] }, 'invalid-request'],
    [429, { errors: ['request path "secret/data/x": rate limit quota exceeded'] }, 'rate-limited'],
    [472, {}, 'standby'],
    [473, {}, 'standby'],
    [500, { errors: ['internal error'] }, 'server-error'],
    [
      500,
      {
        errors: ['1 error occurred:\n\t* failed to rotate barrier root key: namespace is not sealable\n\n'],
      },
      'root-namespace-only',
    ],
    [501, { initialized: false }, 'not-initialized'],
    [502, { errors: ['upstream'] }, 'server-error'],
    [503, { errors: ['Vault is sealed'] }, 'sealed'],
    [503, { sealed: true, initialized: true }, 'sealed'],
    [503, { errors: ['namespace is sealed'] }, 'namespace-sealed'],
    [503, { errors: ['1 error occurred:\n\t* namespace is sealed\n\n'] }, 'namespace-sealed'],
    [503, { errors: ['Vault is in standby mode'] }, 'standby'],
    [503, { errors: ['node is not active'] }, 'standby'],
    [503, { errors: ['API access to this namespace has been locked'] }, 'server-error'],
    [503, undefined, 'server-error'],
    [418, { errors: ['teapot'] }, 'invalid-request'],
  ])('%d %j: %s', (status, body, kind) => {
    const error = judged(status, body);
    expect(error.kind).toBe(kind);
    expect(error).toMatchObject({ status, method: 'GET', path: 'secret/data/x' });
    expect(error.message).toMatch(/^[A-Z“].*\S$/s);
    expect(error.hint).toMatch(/\.$/);
  });

  it.each<readonly [unknown, string]>([
    [{ errors: [] }, 'absent'],
    [undefined, 'absent'],
    [deleted, 'deleted-version'],
    [{ data: { data: null, metadata: { destroyed: true } } }, 'destroyed-version'],
    [{ data: null, warnings: ['Invalid path for a versioned K/V secrets engine. See …'] }, 'wrong-api-path'],
    [{ errors: ['no handler for route "x/y". route entry not found.'] }, 'no-mount'],
    [{ errors: ['namespace not found'] }, 'no-namespace'],
  ])('404 %j: %s', (body, reason) => {
    expect(judged(404, body)).toMatchObject({ kind: 'invalid-path', reason });
  });

  it('says which paths an engine does not have', () => {
    expect(judged(404, { errors: ['1 error occurred:\n\t* unsupported path\n\n'] }).kind).toBe('not-offered');
  });

  it('carries what the server said, and nothing secret of it', () => {
    const error = errorFromAnswer({
      status: 400,
      body: {
        errors: [
          '1 error occurred:\n\t* token hvs.CAESIJabcdefghijklmnopqrstuvwx is wrong\n\n',
          'my-secret-token',
        ],
        warnings: ['my-secret-token again'],
      },
      method: 'POST',
      path: 'auth/token/revoke/my-secret-token',
      knownSecrets: ['my-secret-token'],
    });
    expect(error.serverErrors).toEqual(['token [redacted] is wrong', '[redacted]']);
    expect(error.serverWarnings).toEqual(['[redacted] again']);
    expect(JSON.stringify(error)).not.toMatch(/my-secret-token|CAESIJ/);
  });

  it('answers every status and body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.jsonValue(), (status, body) => {
        const error = judged(status, body);
        expect(error.status).toBe(status);
        expect(error.message).not.toBe('');
      }),
    );
  });

  it('is not fooled by inherited names', () => {
    expect(judged(404, JSON.parse('{"__proto__":{"data":{"metadata":{"destroyed":true}}}}'))).toMatchObject({
      reason: 'absent',
    });
  });
});

describe('what a hostile server says', () => {
  it.each([
    ['one long word', 'eyJ'.repeat(15_000)],
    ['many words', 'eyJeyJ '.repeat(15_000)],
    ['backslashes', '\\'.repeat(160_000)],
    ['lines', '\n'.repeat(100_000)],
  ])('is cut before it is read: %s', (_name, text) => {
    const many = Array.from({ length: 1000 }, () => text);
    const error = judged(500, { errors: many, warnings: many });
    expect(JSON.stringify(error).length).toBeLessThan(60_000);
    expect(error.serverErrors?.join('')).toMatch(/left out/);
    expect(error.serverWarnings?.join('')).toMatch(/left out/);
    expect(error.message.length).toBeLessThan(5000);
  });

  it('shows no part of a token that the cut goes through', () => {
    for (let before = 4060; before < 4100; before++) {
      const error = judged(500, { errors: [`${'x '.repeat(before / 2)}s.ABCDEFGHIJKLMNOPQRSTUVWX`] });
      expect(JSON.stringify(error)).not.toContain('s.ABC');
    }
  });
});

describe('cleanServerError', () => {
  it.each([
    ['permission denied', ['permission denied']],
    ['1 error occurred:\n\t* permission denied\n\n', ['permission denied']],
    [
      '2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n',
      ['permission denied', 'invalid token'],
    ],
    ['failed: 1 error occurred:\n\t* a\n\n', ['failed:', 'a']],
    ['a * b', ['a * b']],
    ['two\nlines', ['two lines']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cleanServerError(text)).toEqual(expected);
  });
});
