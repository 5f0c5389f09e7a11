import { describe, expect, it } from 'vitest';
import { environmentProxy } from './environment-proxy.ts';

const server = 'https://vault.pay.example:8200';

describe('environmentProxy', () => {
  it.each([
    [{}, { proxy: '', source: '' }],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, { proxy: 'http://proxy:3128', source: 'HTTPS_PROXY' }],
    [
      { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.pay.example' },
      { proxy: '', source: '' },
    ],
    [
      { HTTPS_PROXY: 'http://proxy:3128', VAULT_PROXY_ADDR: 'http://other:3128' },
      { proxy: 'http://other:3128', source: 'VAULT_PROXY_ADDR' },
    ],
  ])('says of %j: %j', (environment, said) => {
    expect(environmentProxy(server, environment)).toEqual(said);
  });

  it('leaves user name and password out', () => {
    const said = environmentProxy(server, { HTTPS_PROXY: 'http://alice:wonderland@proxy:3128' });
    expect(said).toEqual({ proxy: 'http://proxy:3128', source: 'HTTPS_PROXY' });
  });

  it('refuses what is no address, and a proxy that is none', () => {
    expect(() => environmentProxy('nonsense', {})).toThrow();
    expect(() => environmentProxy(server, { HTTPS_PROXY: 'ftp://proxy' })).toThrow('HTTPS_PROXY');
  });
});
