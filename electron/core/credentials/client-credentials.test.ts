import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../vault/http/types.ts';
import { credentialsOfClient, credentialsOfEnvironment, proxyPasswords } from './client-credentials.ts';

const options: ClientOptions = {
  address: 'https://vault.pay.example:8200',
  namespace: '',
  tls: { ca: [], useSystemStore: true, skipVerify: false },
  timeoutMs: 1000,
  confirmedOrigins: [],
};

describe('the credentials of a client', () => {
  it('are its passphrase, its proxy’s password and the keys in its headers', () => {
    const basic = Buffer.from('gateway:a-gateway-password').toString('base64');
    expect(
      credentialsOfClient({
        ...options,
        tls: { ...options.tls, passphrase: 'a-passphrase' },
        proxy: 'http://me:p%40ss-of-proxy@proxy.example:3128',
        headers: [
          { name: 'Authorization', value: `Basic ${basic}` },
          { name: 'Cookie', value: 'sid=1' },
          { name: 'X-Team', value: 'payments' },
          { name: 'X-Forwarded-Host', value: 'vault.pay.example' },
          { name: 'X-Trace', value: 'long-enough-to-be-a-key' },
        ],
      }),
    ).toEqual([
      ...['a-passphrase', `Basic ${basic}`, basic, 'sid=1', 'long-enough-to-be-a-key'],
      ...['gateway:a-gateway-password', 'a-gateway-password', 'p%40ss-of-proxy', 'p@ss-of-proxy'],
    ]);
    expect(credentialsOfClient(options)).toEqual([]);
  });

  it.each([
    ['http://proxy:3128', []],
    ['me:password-1@proxy:3128', ['password-1', 'password-1']],
    ['not a proxy', []],
    ['', []],
    ['http://me:100%sure@proxy', ['100%sure', '100%sure']],
  ])('of a proxy are in its address (%s)', (proxy, expected) => {
    expect(proxyPasswords(proxy)).toEqual(expected);
  });

  it('of the environment are known by the names of their variables', () => {
    expect(
      credentialsOfEnvironment({
        VAULT_TOKEN: ' hvs.environment ',
        VAULT_ADDR: 'https://vault.example',
        AWS_SECRET_ACCESS_KEY: 'aws-secret',
        https_proxy: 'http://me:of-proxy@proxy:1',
        VAULT_TOKEN_FILE: '/a/path',
        HOME: undefined,
      }).toSorted(),
    ).toEqual([' hvs.environment ', 'aws-secret', 'aws-secret', 'hvs.environment', 'of-proxy', 'of-proxy']);
  });
});
