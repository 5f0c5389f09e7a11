import { describe, expect, it } from 'vitest';
import { existsOnce } from './exists-once.ts';

describe('existsOnce', () => {
  it.each<[what: string, path: string, write: boolean, json: unknown, once: boolean]>([
    ['a login', 'auth/userpass/login/x', true, { auth: { client_token: 'hvs.x' } }, true],
    ['a wrapped read', 'secret/data/x', false, { wrap_info: { token: 'hvs.x' } }, true],
    ['a minted lease', 'database/creds/r', false, { lease_id: 'database/creds/r/1', data: {} }, true],
    ['a secret ID', 'auth/approle/role/r/secret-id', true, { data: { secret_id: 'x' } }, true],
    ['a certificate', 'pki/issue/web', true, { data: { private_key: 'PEM', certificate: 'PEM' } }, true],
    ['new key shares', 'sys/rekey/update', true, { complete: true, keys: ['a'] }, true],
    ['a root token’s otp', 'sys/generate-root/attempt', true, { otp: 'x', started: true }, true],
    ['a data key', 'transit/datakey/plaintext/k', true, { data: { plaintext: 'x', ciphertext: 'v' } }, true],
    ['what was wrapped', 'sys/wrapping/unwrap', true, { data: { note: 'x' } }, true],
    ['an entry', 'secret/data/x', false, { data: { data: { password: 'x' } }, lease_id: '' }, false],
    ['a look-up', 'auth/token/lookup', true, { data: { id: 'hvs.x', accessor: 'a' } }, false],
    ['a decryption', 'transit/decrypt/k', true, { data: { plaintext: 'x' } }, false],
    ['a new transit key', 'transit/keys/k', true, { data: { keys: { 1: 1700000000 } } }, false],
    ['a write’s metadata', 'secret/data/x', true, { data: { version: 1, key: '' } }, false],
    ['wrapping look-up', 'sys/wrapping/lookup', true, { data: { creation_ttl: 60 } }, false],
    ['nothing', 'x', true, undefined, false],
  ])('%s', (_what, path, write, json, once) => {
    expect(existsOnce(path, write, json)).toBe(once);
  });
});
