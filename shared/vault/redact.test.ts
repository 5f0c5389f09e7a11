import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactExactly } from './redact.ts';

const word = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const letters = (minLength: number, maxLength: number, alphabet = word) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

const token = fc.oneof(
  fc
    .tuple(fc.constantFrom('hvs.', 'hvb.', 'hvr.'), letters(24, 120, `${word}_-`))
    .map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('s.', 'r.'), letters(24, 24)).map((parts) => parts.join('')),
  letters(90, 140, `${word}_-`).map((text) => `b.${text}`),
  fc.tuple(letters(24, 24), letters(5, 5)).map(([text, namespace]) => `s.${text}.${namespace}`),
);
const jwt = fc
  .tuple(letters(10, 60, `${word}_-`), letters(10, 90, `${word}_-`), letters(20, 90, `${word}_-`))
  .map(([head, body, signature]) => `eyJ${head}.eyJ${body}.${signature}`);

describe('redact', () => {
  it('lets no planted token survive @log-lines', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(token, jwt), fc.string(), (before, secret, after) => {
        expect(redact(`${before} ${secret} ${after}`)).not.toContain(secret);
        expect(redact(`${before}/${secret}/${after}`)).not.toContain(secret);
        expect(redact(JSON.stringify({ [before]: secret }))).not.toContain(secret);
      }),
    );
  });

  it('shows that a named field is empty', () => {
    const text = '{"otp":"","encoded_token": "","keys":[],"nested":"{\\"token\\":\\"\\"}"}';
    expect(redact(text)).toBe(text);
    expect(redact('{"otp":" "}')).toBe('{"otp":"[redacted]"}');
  });

  it('lets no part of a planted new-style token survive, even inside a word', () => {
    fc.assert(
      fc.property(letters(0, 20), letters(24, 90), (before, secret) => {
        expect(redact(`${before}hvs.${secret}`)).not.toContain(secret.slice(0, 12));
      }),
    );
  });

  it('lets no value of a named field survive, nested, escaped or cut off', () => {
    const value = fc.string({ minLength: 6, unit: 'grapheme' }).map((text) => `q${text}q7z`);
    const name = fc.constantFrom(
      'client_token',
      'token',
      'secret_id',
      'password',
      'key',
      'otp',
      'encoded_root_token',
    );
    fc.assert(
      fc.property(name, value, fc.integer({ min: 0, max: 3 }), (field, secret, depth) => {
        let text = JSON.stringify({ a: 1, [field]: secret, z: 'stays' });
        for (let level = 0; level < depth; level++) text = JSON.stringify({ errors: [text] });
        const clean = redact(text);
        expect(clean).not.toContain('q7z');
        expect(clean).toContain('stays');
      }),
    );
    expect(redact('{"password":"correct hor')).toBe('{"password":"[redacted]"');
    expect(redact(String.raw`{"password":"a\"b","x":1}`)).toBe('{"password":"[redacted]","x":1}');
  });

  it.each([
    ['X-Vault-Token: root', 'root'],
    ["curl -H 'X-Vault-Token: my-own-token' http://h", 'my-own-token'],
    ['Authorization: Bearer abc.def', 'abc.def'],
    ['authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Bearer abcdefgh1234', 'abcdefgh1234'],
    ['"keys":["aa11","bb22"]', 'bb22'],
    ['login?password=hunter2&x=1', 'hunter2'],
    ['http://user:hunter2@proxy:3128', 'hunter2'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', 'MIIabc'],
    ['-----BEGIN PRIVATE KEY-----\nMIIabc', 'MIIabc'],
  ])('%s', (text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain('[redacted]');
  });

  it.each([
    'permission denied',
    '1 error occurred: invalid token',
    'secret/data/payments/api-gateway',
    'check-and-set parameter did not match the current version',
    'no handler for route "secret/data/x". route entry not found.',
    'https://vault.example.com:8200/v1/sys/health',
    'key not found',
    'a.b and s.short and b.c',
  ])('leaves %j alone', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('is quick on a long hostile text', () => {
    const hostile = `${'\\'.repeat(5000)}"token":"${'\\"'.repeat(5000)}${'-----BEGIN PRIVATE KEY'.repeat(200)}`;
    expect(redact(hostile).length).toBeLessThan(hostile.length + 100);
  });
});

describe('redactExactly', () => {
  it('lets no known secret survive, however it is written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string(), (secret, around) => {
        const json = JSON.stringify({ around, secret });
        const url = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
        expect(redactExactly(`${around}|${secret}|`, [secret])).not.toContain(`|${secret}|`);
        expect(redactExactly(json, [secret])).not.toContain(JSON.stringify(secret));
        expect(redactExactly(`=${url}=`, [secret])).not.toContain(`=${url}=`);
      }),
    );
  });

  it('spares words that are too short to be a secret', () => {
    expect(redactExactly('sys/generate-root/attempt', ['root'])).toBe('sys/generate-root/attempt');
  });
});
