import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';

function problemOf(text: string): string {
  const answer = parseAddress(text);
  return answer.ok ? `accepted ${answer.value.origin}` : `${answer.error.message} ${answer.error.hint ?? ''}`;
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
  ])('accepts %j', (text, origin, port) => {
    const answer = parseAddress(text);
    expect(answer).toMatchObject({ ok: true, value: { origin, port, secure: origin.startsWith('https') } });
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
    ['unix:///run/vault.sock', '“unix:”'],
    ['https://', 'names no host'],
    ['https:///v1', 'names no host'],
    ['https://:8200', 'not a host name'],
    ['https://vault.example.com:0', '0 is not a port'],
    ['https://vault.example.com:65536', '65536 is not a port'],
    ['https://vault.example.com:99999999999', 'is not a port'],
    ['https://vault.example.com:', 'names no port'],
    ['https://vault.example.com:82oo', '“82oo” is not a port'],
    ['https://2001:db8::beef', 'brackets'],
    ['https://vault.example.com:-1', '“-1” is not a port'],
    ['https://user@vault.example.com', 'user name or password'],
    ['https://user:hunter2@vault.example.com', 'user name or password'],
    ['https://vault.example.com/v1', 'holds a path'],
    ['https://vault.example.com:8200/v1/', 'Use https://vault.example.com:8200 as the address'],
    ['https://vault.example.com/ui/vault/secrets', 'holds a path'],
    ['https://vault.example.com//', 'holds a path'],
    ['https://vault.example.com/..', 'holds a path'],
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
    expect(answer).toMatchObject({ ok: true, value: { origin: 'https://xn--vult-53d.example.com' } });
    expect(answer.ok && answer.value.note).toContain('xn--vult-53d.example.com');
  });

  it('accepts origins and nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
        (text) => {
          const answer = parseAddress(text);
          if (!answer.ok) expect(answer.error).toMatchObject({ kind: 'invalid-input', field: 'address' });
          else expect(new URL(answer.value.origin).origin).toBe(answer.value.origin);
        },
      ),
    );
  });
});
