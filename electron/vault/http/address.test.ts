import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointOf, parseAddress } from './address.ts';

function problemOf(text: string): string {
  const answer = parseAddress(text);
  return answer.ok
    ? `accepted ${answer.value.address}`
    : `${answer.error.message} ${answer.error.hint ?? ''}`;
}

describe('parseAddress', () => {
  it.each([
    ['https://vault.example.com:8200', 'https://vault.example.com:8200', 8200],
    ['  https://Vault.Example.COM:8200/ ', 'https://vault.example.com:8200', 8200],
    ['https://vault.example.com', 'https://vault.example.com', 443],
    ['https://vault.example.com:443', 'https://vault.example.com', 443],
    ['http://127.0.0.1:8200', 'http://127.0.0.1:8200', 8200],
    ['HTTP://localhost', 'http://localhost', 80],
    ['https://[2001:db8::1]:8200', 'https://[2001:db8::1]:8200', 8200],
    ['https://[::1]', 'https://[::1]', 443],
  ])('accepts %j', (text, address, port) => {
    const answer = parseAddress(text);
    expect(answer).toMatchObject({ ok: true, value: { address, secure: address.startsWith('https') } });
    const { origin } = endpointOf(address);
    expect(Number(new URL(origin).port || (origin.startsWith('https') ? 443 : 80))).toBe(port);
  });

  it.each([
    ['https://Gateway.example/vault', 'https://gateway.example/vault', '/vault'],
    ['https://gateway.example:443/vault/', 'https://gateway.example/vault', '/vault'],
    [
      'http://127.0.0.1:8080/Team-A/vault_1.x/',
      'http://127.0.0.1:8080/Team-A/vault_1.x',
      '/Team-A/vault_1.x',
    ],
    ['https://gateway.example/api/v1/vault', 'https://gateway.example/api/v1/vault', '/api/v1/vault'],
    ['https://gateway.example/guide', 'https://gateway.example/guide', '/guide'],
  ])('takes the path of a gateway: %j', (text, address, basePath) => {
    expect(parseAddress(text)).toMatchObject({
      ok: true,
      value: { address, secure: text.startsWith('https') },
    });
    expect(endpointOf(address)).toEqual({ origin: new URL(address).origin, basePath });
  });

  it.each([
    ['unix:///run/vault/agent.sock', 'unix:///run/vault/agent.sock', '/run/vault/agent.sock'],
    ['UNIX:///run/vault.sock/', 'unix:///run/vault.sock', '/run/vault.sock'],
    ['unix:///run/./a/../vault.sock', 'unix:///run/vault.sock', '/run/vault.sock'],
  ])('takes a socket: %j', (text, address, socketPath) => {
    expect(parseAddress(text, 'linux')).toMatchObject({ ok: true, value: { address, secure: false } });
    expect(endpointOf(address)).toEqual({ origin: 'http://localhost', basePath: '', socketPath });
  });

  it.each([
    ['', 'There is no address.'],
    ['   ', 'There is no address.'],
    ['vault.example.com:8200', 'no scheme. Did you mean https://vault.example.com:8200?'],
    ['vault.example.com', 'no scheme. Did you mean https://vault.example.com?'],
    ['127.0.0.1:8200', 'no scheme'],
    ['localhost:8200', 'no scheme'],
    ['[::1]:8200', 'no scheme'],
    ['//vault.example.com', 'Did you mean https://vault.example.com?'],
    ['https:vault.example.com', 'lacks the two slashes'],
    ['https:/vault.example.com', 'lacks the two slashes'],
    ['file:///etc/passwd', '“file:”'],
    ['file:/etc/passwd', '“file:”'],
    ['ftp://vault.example.com', '“ftp:”'],
    ['javascript://vault.example.com', '“javascript:”'],
    ['unix:/run/vault.sock', 'lacks the two slashes behind its scheme. Did you mean unix:///run/vault.sock?'],
    ['unix://run/vault.sock', 'begins at the root. Did you mean unix:///run/vault.sock?'],
    ['/run/vault.sock', 'no scheme. Did you mean unix:///run/vault.sock?'],
    ['unix://', 'names no socket'],
    ['unix:///', 'names no socket'],
    [`unix:///${'s'.repeat(107)}`, 'longer than 107 bytes'],
    ['https://', 'names no host'],
    ['https:///v1', 'names no host'],
    ['https://:8200', 'not a host name'],
    ['https://vault.example.com:0', '0 is not a port'],
    ['https://vault.example.com:65536', '65536 is not a port'],
    ['https://vault.example.com:99999999999', 'is not a port'],
    ['https://vault.example.com:', 'names no port'],
    ['https://vault.example.com:82oo', '“82oo” is not a port'],
    ['https://2001:db8::beef', 'brackets around an IPv6 address: https://[2001:db8::beef].'],
    ['https://::1:8200', 'brackets around an IPv6 address: https://[::1]:8200.'],
    ['https://::1', 'brackets around an IPv6 address: https://[::1].'],
    ['http://fe80::1:8200', 'brackets around an IPv6 address: http://[fe80::1]:8200.'],
    ['::1:8200', 'no scheme. Did you mean https://[::1]:8200?'],
    ['https://vault.example.com:-1', '“-1” is not a port'],
    ['https://user@vault.example.com', 'user name or password'],
    ['https://user:hunter2@vault.example.com', 'user name or password'],
    ['https://vault.example.com/v1', 'Use https://vault.example.com as the address'],
    ['https://vault.example.com:8200/v1/', 'Use https://vault.example.com:8200 as the address'],
    ['https://gateway.example/vault/v1/', 'Use https://gateway.example/vault as the address'],
    ['https://gateway.example/vault/v1/sys/health', 'Use https://gateway.example/vault as the address'],
    ['https://vault.example.com/v1/kv2/data/x', 'Use https://vault.example.com as the address'],
    ['https://vault.example.com/ui/vault/secrets', 'Use https://vault.example.com as the address'],
    ['https://gateway.example/vault/ui/', 'Use https://gateway.example/vault as the address'],
    ['https://gateway.example/vault/ui/vault/auth', 'Use https://gateway.example/vault as the address'],
    ['https://vault.example.com//', 'path that cannot be used'],
    ['https://vault.example.com/..', 'path that cannot be used'],
    ['https://vault.example.com/a/../b', 'path that cannot be used'],
    ['https://vault.example.com/a//b', 'path that cannot be used'],
    ['https://vault.example.com/a%2Fb', 'path that cannot be used'],
    ['https://vault.example.com/ü', 'path that cannot be used'],
    ['https://vault.example.com?x=1', 'a query'],
    ['https://vault.example.com/?', 'a query'],
    ['https://vault.example.com#x', 'a fragment'],
    ['https://vault.example.com\\@evil.example', 'a backslash'],
    ['https://vault example.com', 'space or an invisible'],
    ['https://vault.example.com\n', 'accepted https://vault.example.com'],
    ['https://vault\u200b.example.com', 'space or an invisible'],
    ['https://vault.example.com\t:8200', 'space or an invisible'],
    ['https://vault%2fexample.com', 'not a host name'],
    ['https://256.1.1.1', 'not a host name'],
  ])('%j: %s', (text, said) => {
    expect(problemOf(text)).toContain(said);
  });

  it('never repeats a password', () => {
    expect(problemOf('https://user:hunter2@vault.example.com')).not.toContain('hunter2');
    expect(problemOf('user:hunter2@vault.example.com')).not.toContain('hunter2@');
  });

  it('says what a host in other letters really is', () => {
    const answer = parseAddress('https://vаult.example.com');
    expect(answer).toMatchObject({ ok: true, value: { address: 'https://xn--vult-53d.example.com' } });
    expect(answer.ok && answer.value.note).toContain('xn--vult-53d.example.com');
  });

  it('leaves a socket to systems that have them', () => {
    expect(parseAddress('unix:///run/vault.sock', 'win32')).toMatchObject({
      error: { field: 'address', message: expect.stringContaining('not on Windows') as unknown },
    });
  });

  it('answers a normal form: it is taken again as it is, and says where its bytes go', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.webUrl(), fc.string()),
        (text) => {
          const answer = parseAddress(text);
          if (!answer.ok) {
            expect(answer.error).toMatchObject({ kind: 'invalid-input', field: 'address' });
            return;
          }
          const { address } = answer.value;
          expect(parseAddress(address)).toEqual(answer);
          const { origin, basePath } = endpointOf(address);
          expect(origin + basePath).toBe(address);
          expect(new URL(`${address}/v1/x`).pathname).toBe(`${basePath}/v1/x`);
        },
      ),
    );
  });
});
