import { describe, expect, it } from 'vitest';
import { createKnownCredentials } from './known-credentials.ts';
import { hiddenValues, maskedText, prepareWith, valueAt } from './prepare-answer.ts';

const { index } = createKnownCredentials();

function seen(data: unknown, pointer: string, path = 'transit/keys/orders'): string | undefined {
  const text = JSON.stringify({ data });
  const body = { text, binary: false, method: 'GET', path, values: 'hidden' } as const;
  return valueAt(text, prepareWith(body, index), pointer).visibility;
}

const pem = '-----BEGIN CERTIFICATE-----\nMIIBaTCCAQ+gAwIBAgIU\n-----END CERTIFICATE-----\n';

describe('what cannot be a secret is plain', () => {
  it.each([
    [{ exportable: false }, '/data/exportable'],
    [{ gone: null }, '/data/gone'],
    [{ latest_version: 3 }, '/data/latest_version'],
    [{ ttl: 3600 }, '/data/ttl'],
    [{ max_lease_duration: 3600 }, '/data/max_lease_duration'],
    [{ created_time: '2026-11-20T09:37:12.123456789Z' }, '/data/created_time'],
    [{ expiration: '2026-11-20T09:37:12Z' }, '/data/expiration'],
    [{ delete_version_after: '768h0m0s' }, '/data/delete_version_after'],
    [{ deletion_time: '' }, '/data/deletion_time'],
    [{ type: 'aes256-gcm96' }, '/data/type'],
    [{ name: 'orders' }, '/data/name'],
    [{ keys: { 1: 1_700_000_000 } }, '/data/keys/1'],
    [{ ciphertext: 'vault:v1:cSBjF4r8yQ==' }, '/data/ciphertext'],
    [{ serial_number: '39:dd:2e:90' }, '/data/serial_number'],
    [{ certificate: pem }, '/data/certificate'],
    [{ ca_chain: [pem] }, '/data/ca_chain/0'],
    [{ bundle: `${pem}\n${pem.replaceAll('\n', '\r\n')}` }, '/data/bundle'],
    [{ data: { on: true }, metadata: { version: 2, destroyed: false } }, '/data/metadata/version'],
  ])('%j %s', (data, pointer) => {
    expect(seen(data, pointer)).toBe('value');
  });
});

const noted = { custom_metadata: { team: 'payments' }, created_time: '2026-11-20T09:37:12Z' };
const ofEntry = { ...noted, current_version: 1, max_versions: 0, versions: {} };
const ofVersion = { ...noted, deletion_time: '', destroyed: false, version: 1 };

describe('what people note beside an entry', () => {
  it.each([
    ['an entry’s settings', ofEntry, '/data/custom_metadata/team', 'secret/metadata/app?x=1'],
    [
      'a version',
      { data: { a: 'b' }, metadata: ofVersion },
      '/data/metadata/custom_metadata/team',
      'kv/data/app',
    ],
    ['a save', ofVersion, '/data/custom_metadata/team', 'team/kv/data/app'],
  ])('is plain: of %s', (_what, data, pointer, path) => {
    expect(seen(data, pointer, path)).toBe('value');
  });

  it.each([
    [
      'in an entry’s own values',
      { data: ofVersion, metadata: {} },
      '/data/data/custom_metadata/team',
      'kv/data/app',
    ],
    [
      'deeper in them',
      { data: { metadata: ofVersion } },
      '/data/data/metadata/custom_metadata/team',
      'kv/data/app',
    ],
    ['in an entry of KV version 1', noted, '/data/custom_metadata/team', 'kv1/app'],
    ['all of them, in KV version 1', ofEntry, '/data/custom_metadata/team', 'kv1/app'],
    ['in a mount that is called metadata', ofEntry, '/data/custom_metadata/team', 'metadata/app'],
    ['with too few facts beside it', noted, '/data/custom_metadata/team', 'kv/metadata/app'],
  ])('is hidden where somebody has called a value so: %s', (_what, data, pointer, path) => {
    expect(seen(data, pointer, path)).toBe('hidden');
  });
});

describe('in doubt a value is hidden', () => {
  it.each([
    [{ user: 'alice' }, '/data/user'],
    [{ pin: 1234 }, '/data/pin'],
    [{ name: 'alice' }, '/data/name'],
    [{ user: 'orders' }, '/data/user'],
    [{ created_time: 'hunter2' }, '/data/created_time'],
    [{ version: 'hunter2' }, '/data/version'],
    [{ type: 'hunter2' }, '/data/type'],
    [{ ttl: 'hunter2' }, '/data/ttl'],
    [{ ciphertext: 'hunter2' }, '/data/ciphertext'],
    [{ serial_number: 'hunter2' }, '/data/serial_number'],
    [{ note: `${pem}hunter 2` }, '/data/note'],
    [{ note: `${pem}hunter2` }, '/data/note'],
    [{ note: `${pem}hunter2\n${pem}` }, '/data/note'],
    [{ note: '-----BEGIN CERTIFICATE-----\nhunter2' }, '/data/note'],
    [{ note: `-----BEGIN CERTIFICATE-----\n${pem}` }, '/data/note'],
    [{ note: '-----BEGIN CERTIFICATE-----\nhunter2\n-----END PUBLIC KEY-----' }, '/data/note'],
    [{ custom_metadata: { team: 'payments' } }, '/data/custom_metadata/team'],
    [{ list: ['a'] }, '/data/list/0'],
  ])('%j %s', (data, pointer) => {
    expect(seen(data, pointer)).toBe('hidden');
  });

  it.each([
    [{ password: 'x' }, '/data/password'],
    [{ private_key_type: 'rsa', private_key: 'y' }, '/data/private_key'],
    [{ keys: { 1: 'exported key' } }, '/data/keys/1'],
    [
      { certificate: `${pem}-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----` },
      '/data/certificate',
    ],
  ])('and a credential is one: %j', (data, pointer) => {
    expect(seen(data, pointer)).toBe('credential');
  });
});

describe('every hidden value', () => {
  const text = JSON.stringify({
    data: { user: 'alice', password: 'never', on: true, list: ['a', 9], version: 1 },
  });
  const body = { text, binary: false, method: 'GET', path: 'x', values: 'hidden' } as const;

  it('is told with its pointer, and no credential', () => {
    expect(hiddenValues(text, prepareWith(body, index))).toEqual([
      ['/data/user', '"alice"'],
      ['/data/list/0', '"a"'],
      ['/data/list/1', '9'],
    ]);
  });

  it('is masked in the text, and nothing else is', () => {
    const masked = maskedText(text, prepareWith(body, index), false);
    expect(JSON.parse(masked)).toMatchObject({ data: { on: true, version: 1 } });
    expect(masked).not.toMatch(/alice|never/);
  });

  it('is left out where all of them are too long together', () => {
    const long = JSON.stringify({ data: { long: 'x'.repeat(2 * 1024 * 1024), short: 'y' } });
    expect(hiddenValues(long, prepareWith({ ...body, text: long }, index))).toEqual([['/data/short', '"y"']]);
  });
});
