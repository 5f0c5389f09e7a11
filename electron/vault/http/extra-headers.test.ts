import { describe, expect, it } from 'vitest';
import { checkExtraHeaders, valuesOf } from './extra-headers.ts';
import { requestHeaders } from './request-headers.ts';

const canary = 'canary-value';

describe('checkExtraHeaders', () => {
  it.each([
    ['X-Gateway-Key', 'abc'],
    ['Cookie', 'session=abc; other="x y"'],
    ['Authorization', 'Basic dXNlcjpwYXNz'],
    ['CF-Access-Client-Id', '1.access'],
    ['User-Agent', 'Payments/1.0 (team)'],
    ['!#$%&*+.^_`|~-', '~'],
  ])('takes %s', (name, value) => {
    expect(checkExtraHeaders([{ name, value }])).toEqual({ ok: true, value: [{ name, value }] });
  });

  it.each<readonly [string, string, RegExp]>([
    ['', canary, /has no name/],
    ['X Y', canary, /“X Y” is not the name/],
    ['X:', canary, /is not the name/],
    ['X\r\nX-Vault-Token', canary, /is not the name/],
    ['Ünicode', canary, /“\?nicode” is not the name/],
    ['x-VAULT-token', canary, /belongs to Vault/],
    ['X-HTTP-Method-Override', 'DELETE', /turn a request into another/],
    ['x-method-override', 'DELETE', /turn a request into another/],
    ['X-Vault-Namespace', canary, /belongs to Vault/],
    ['X-Vault-Wrap-TTL', canary, /belongs to Vault/],
    ['X-Vault-Request', canary, /belongs to Vault/],
    ['X-Vault-MFA', canary, /belongs to Vault/],
    ['X-Vault-Inline-Auth-Path', canary, /belongs to Vault/],
    ['Authorization', `Bearer ${canary}`, /takes anything else for a token/],
    ['authorization', canary, /takes anything else for a token/],
    ['Proxy-Authorization', `Basic ${canary}`, /is for a proxy/],
    ['Host', canary, /belongs to the connection/],
    ['Content-Length', '0', /sets it itself/],
    ['Content-Type', canary, /sets it itself/],
    ['Accept-Encoding', 'gzip', /sets it itself/],
    ['Transfer-Encoding', 'chunked', /belongs to the connection/],
    ['Connection', 'close', /belongs to the connection/],
    ['Upgrade', canary, /belongs to the connection/],
    ['Expect', canary, /belongs to the connection/],
    ['X-A', '', /has no value/],
    ['X-A', `${canary}\r\nX-Vault-Token: x`, /line break/],
    ['X-A', `${canary}\n`, /line break/],
    ['X-A', ` ${canary}`, /an invalid character or space/],
    ['X-A', `${canary}\t`, /an invalid character or space/],
    ['X-A', `${canary}\0`, /an invalid character/],
    ['X-A', `${canary}ü`, /an invalid character/],
  ])('refuses %j: %j without repeating the value', (name, value, said) => {
    const answer = checkExtraHeaders([{ name, value }]);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'headers' } });
    if (!answer.ok) {
      expect(answer.error.message).toMatch(said);
      expect(JSON.stringify(answer.error)).not.toContain(canary);
    }
  });

  it('refuses a name that is there twice, however it is written', () => {
    const answer = checkExtraHeaders([
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
    ]);
    expect(answer).toMatchObject({ ok: false, error: { message: 'The header x-a is there twice.' } });
  });
});

describe('extra headers of a request', () => {
  it('stand beside our own and never in their place', () => {
    const extra = [
      { name: 'User-Agent', value: 'mine' },
      { name: 'X-Gateway', value: canary },
      { name: '__proto__', value: 'x' },
    ];
    const answer = requestHeaders({ method: 'GET', path: 'x', token: 'hvs.t' }, 'team', extra);
    expect(answer.ok && Object.entries(answer.value)).toEqual(
      expect.arrayContaining([
        ['user-agent', 'mine'],
        ['x-gateway', canary],
        ['x-vault-token', 'hvs.t'],
        ['x-vault-namespace', 'team'],
        ['x-vault-request', 'true'],
        ['accept', 'application/json'],
      ]),
    );
  });

  it('are known as secrets, with what stands behind “Basic”', () => {
    expect(
      valuesOf([
        { name: 'Authorization', value: 'Basic dXNlcjpwYXNz' },
        { name: 'X-A', value: canary },
      ]),
    ).toEqual(['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz', canary]);
    expect(valuesOf(undefined)).toEqual([]);
  });
});
