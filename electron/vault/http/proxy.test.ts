import { describe, expect, it } from 'vitest';
import { chooseProxy } from './proxy.ts';

type Row = readonly [setting: string, origin: string, environment: Record<string, string>, expected: string];

const far = 'https://vault.example.com:8200';
const env = { HTTPS_PROXY: 'http://env:3128', HTTP_PROXY: 'http://plain:3128' };

describe('chooseProxy', () => {
  it.each<Row>([
    ['', far, {}, 'none'],
    ['', far, env, 'http://env:3128 HTTPS_PROXY'],
    ['', far, { https_proxy: 'lower:3128' }, 'http://lower:3128 https_proxy'],
    ['', 'http://vault.example.com', env, 'http://plain:3128 HTTP_PROXY'],
    ['', far, { ...env, VAULT_PROXY_ADDR: 'http://own:1' }, 'http://own:1 VAULT_PROXY_ADDR'],
    ['', far, { ...env, BAO_PROXY_ADDR: 'http://own:1' }, 'http://own:1 BAO_PROXY_ADDR'],
    ['', far, { HTTPS_PROXY: 'http://u:p@env:3128' }, 'http://u:p@env:3128 HTTPS_PROXY'],
    ['', far, { HTTPS_PROXY: '' }, 'none'],
    ['direct', far, { ...env, VAULT_PROXY_ADDR: 'http://own:1' }, 'none'],
    ['http://typed:8080', far, env, 'http://typed:8080 profile'],
    ['http://typed:8080/', far, { NO_PROXY: '*' }, 'http://typed:8080 profile'],
    ['', far, { ...env, VAULT_HTTP_PROXY: 'http://own:1' }, 'http://own:1 VAULT_HTTP_PROXY'],
    [
      '',
      far,
      { VAULT_HTTP_PROXY: 'http://old:1', VAULT_PROXY_ADDR: 'http://own:1' },
      'http://own:1 VAULT_PROXY_ADDR',
    ],
    ['', far, { ...env, NO_PROXY: '*', VAULT_PROXY_ADDR: 'http://own:1' }, 'http://own:1 VAULT_PROXY_ADDR'],
    // this machine
    ['', 'https://127.0.0.1:8200', env, 'none'],
    ['', 'https://127.1.2.3:8200', env, 'none'],
    ['', 'http://localhost:8200', env, 'none'],
    ['', 'https://[::1]:8200', env, 'none'],
    // Resolved by name, so it can be elsewhere; same as Go's rules.
    ['', 'https://vault.localhost', env, 'http://env:3128 HTTPS_PROXY'],
    ['http://typed:8080', 'https://127.0.0.1:8200', {}, 'http://typed:8080 profile'],
    ['', 'https://127.0.0.1:8200', { VAULT_PROXY_ADDR: 'http://own:1' }, 'http://own:1 VAULT_PROXY_ADDR'],
    // NO_PROXY
    ['', far, { ...env, NO_PROXY: '*' }, 'none'],
    ['', far, { ...env, no_proxy: 'vault.example.com' }, 'none'],
    ['', far, { ...env, NO_PROXY: '', no_proxy: 'vault.example.com' }, 'none'],
    ['', 'https://10.1.2.3:8200', { ...env, NO_PROXY: '10.1.2.3' }, 'none'],
    ['', 'https://10.1.2.3:8200', { ...env, NO_PROXY: '10.1.2.3:8201' }, 'http://env:3128 HTTPS_PROXY'],
    ['', 'https://[2001:db8::1]:8200', { ...env, NO_PROXY: '[2001:db8::1]:8200' }, 'none'],
    ['', 'https://VAULT.example.com', { ...env, NO_PROXY: 'Vault.Example.Com' }, 'none'],
    ['', 'https://notexample.com', { ...env, NO_PROXY: 'example.com' }, 'http://env:3128 HTTPS_PROXY'],
    ['', far, { ...env, NO_PROXY: 'other.com, example.com' }, 'none'],
    ['', far, { ...env, NO_PROXY: '.example.com' }, 'none'],
    ['', far, { ...env, NO_PROXY: '*.example.com' }, 'none'],
    ['', far, { ...env, NO_PROXY: 'vault.example.com:8200' }, 'none'],
    ['', far, { ...env, NO_PROXY: 'vault.example.com:443' }, 'http://env:3128 HTTPS_PROXY'],
    ['', far, { ...env, NO_PROXY: 'ample.com' }, 'http://env:3128 HTTPS_PROXY'],
    ['', far, { ...env, NO_PROXY: '.vault.example.com' }, 'http://env:3128 HTTPS_PROXY'],
    ['', 'https://10.1.2.3', { ...env, NO_PROXY: '10.0.0.0/8' }, 'none'],
    ['', 'https://11.1.2.3', { ...env, NO_PROXY: '10.0.0.0/8' }, 'http://env:3128 HTTPS_PROXY'],
    ['', 'https://[2001:db8::1]', { ...env, NO_PROXY: '2001:db8::/32' }, 'none'],
    ['', 'https://[2001:db8::1]', { ...env, NO_PROXY: '2001:db8::1' }, 'none'],
    ['', 'https://10.1.2.3', { ...env, NO_PROXY: '10.0.0.0/99,nonsense/8' }, 'http://env:3128 HTTPS_PROXY'],
    // invalid
    ['proxy:3128', far, {}, 'not an http'],
    ['socks5://proxy:1080', far, {}, 'not an http'],
    ['http://proxy:0', far, {}, 'port 0'],
    ['http://proxy:3128/path', far, {}, 'more than scheme, host and port'],
    ['http://user:hunter2@proxy:3128', far, {}, 'would be stored'],
    ['', far, { HTTPS_PROXY: 'ftp://x' }, 'HTTPS_PROXY'],
  ])('%j for %s with %j: %s', (setting, origin, environment, expected) => {
    const answer = chooseProxy(setting, origin, environment);
    if (!answer.ok) {
      expect(answer.error).toMatchObject({ kind: 'invalid-input', field: 'proxy' });
      expect(answer.error.message).toContain(expected);
      expect(JSON.stringify(answer.error)).not.toContain('hunter2');
    } else {
      const { proxy, source } = answer.value;
      expect(proxy === undefined ? 'none' : `${proxy} ${source}`).toBe(expected);
    }
  });
});
