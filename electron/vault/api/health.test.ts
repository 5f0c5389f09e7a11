import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { healthOf } from './health.ts';

const body = { initialized: true, sealed: false, standby: false, cluster_name: 'c', cluster_id: 'i' };
const read = (json: unknown) => healthOf({ status: 200, json: () => json });

describe('healthOf', () => {
  it.each([
    ['Vault community', { version: '1.21.2', enterprise: false }, 'vault', false],
    ['Vault Enterprise', { version: '1.21.2+ent', enterprise: true }, 'vault', true],
    ['Vault Enterprise with a redacted version', { version: '', enterprise: true }, 'vault', true],
    ['OpenBao', { version: '2.6.2' }, 'openbao', true],
    ['OpenBao before it had namespaces', { version: '2.2.1' }, 'openbao', false],
    ['OpenBao 2.20', { version: '2.20.0' }, 'openbao', true],
    ['OpenBao with a redacted version', { version: '' }, 'openbao', true],
    ['Vault before it said so', { version: '1.13.4' }, 'vault', false],
    ['Vault Enterprise before it said so', { version: '1.13.4+ent' }, 'vault', true],
  ] as const)('%s', (_name, facts, kind, namespaces) => {
    expect(read({ ...body, ...facts })).toMatchObject({ kind, namespaces });
  });

  it.each([null, [], 'OK', {}, { status: 'ok' }, { initialized: 'yes', sealed: false }])(
    'refuses %j',
    (json) => {
      expect(() => read(json)).toThrow(AppFailure);
    },
  );

  it('needs nothing but the two states', () => {
    expect(read({ initialized: false, sealed: true })).toMatchObject({
      initialized: false,
      sealed: true,
      version: '',
    });
  });
});
