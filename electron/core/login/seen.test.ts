import { describe, expect, it } from 'vitest';
import type { SeenServer } from '../../../shared/vault/connection.ts';
import { differencesFrom } from './seen.ts';

const seen: SeenServer = {
  certificate: 'AA:BB',
  issuer: 'CN=Payments CA',
  validTo: '2026-03-01T00:00:00.000Z',
  names: ['DNS:vault.example', 'IP Address:10.0.0.1'],
  verified: true,
  clusterId: 'c1',
  clusterName: 'payments',
};
const renewed = { certificate: 'CC:DD', validTo: '2027-03-01T00:00:00.000Z' };

describe('differencesFrom', () => {
  it.each<readonly [string, SeenServer | undefined, Partial<SeenServer>, readonly RegExp[]]>([
    ['a first login', undefined, {}, []],
    ['the same again', seen, {}, []],
    ['names in another order', seen, { names: [...(seen.names ?? [])].reverse() }, []],
    [
      'a renewal',
      seen,
      { ...renewed, names: [...(seen.names ?? [])].reverse() },
      [/^info: Certificate renewed by the same issuer\.$/],
    ],
    [
      'a renewal whose record is of an older version',
      { ...seen, names: undefined } as unknown as SeenServer,
      renewed,
      [/^info: Certificate renewed/],
    ],
    [
      'other names',
      seen,
      { ...renewed, names: ['DNS:other.example'] },
      [/^notice: .*same issuer for other names: DNS:other\.example, before DNS:vault\.example/],
    ],
    [
      'another issuer',
      seen,
      { ...renewed, issuer: 'CN=Mallory' },
      [/^risk: The certificate changed .* issued by CN=Mallory, before by CN=Payments CA\. Compare/],
    ],
    [
      'an issuer of the same name that nobody verified',
      seen,
      { ...renewed, verified: false },
      [/^risk: The certificate changed .* compare its SHA-256/],
    ],
    ['no encryption any more', seen, { certificate: '' }, [/^risk: .*not any more/]],
    ['encryption at last', { ...seen, certificate: '' }, {}, [/^info: Encrypted now/]],
    [
      'another cluster',
      seen,
      { clusterId: 'c2', clusterName: 'other' },
      [/^risk: Another cluster .* “other” \(c2\), before “payments” \(c1\)\./],
    ],
    [
      'a cluster that is no longer told',
      seen,
      { clusterId: '', clusterName: '' },
      [/^risk: The server no longer names its cluster/],
    ],
    ['a cluster told for the first time', { ...seen, clusterId: '' }, {}, []],
    ['a cluster renamed', seen, { clusterName: 'renamed' }, []],
    [
      'everything at once, the gravest first',
      seen,
      { ...renewed, issuer: 'CN=Mallory', clusterId: 'c2' },
      [/Another cluster/, /The certificate changed/],
    ],
  ])('%s', (_name, before, change, expected) => {
    const said = differencesFrom(before, { ...seen, ...change });
    expect(said).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries())
      expect(`${said[index]?.tone ?? ''}: ${said[index]?.text ?? ''}`).toMatch(pattern);
  });
});
