/** The decisions a request passes: namespace, headers, redirects, retries. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namespaceFor } from './namespace.ts';
import { nextHop } from './redirect.ts';
import { requestHeaders } from './request-headers.ts';
import { retryAfterSeconds, retryClass, retryWaitMs } from './retry.ts';

describe('namespaceFor', () => {
  const get = (path: string) => ({ method: 'GET', path }) as const;

  it('sends a namespace only to a server that is known to honour it', () => {
    expect(namespaceFor({ namespace: '', namespaces: false }, get('secret/x'))).toEqual({ header: '' });
    expect(namespaceFor({ namespace: '/a/b/', namespaces: true }, get('secret/x'))).toEqual({
      header: 'a/b',
    });
    for (const known of [{ namespaces: false }, {}]) {
      const decision = namespaceFor({ namespace: 'team', ...known }, get('secret/x'));
      expect(decision).toMatchObject({ error: { kind: 'invalid-request' } });
      expect(JSON.stringify(decision)).toContain('Nothing was sent');
    }
  });

  it('takes the namespace of a request instead of the client’s', () => {
    const options = { namespace: 'team', namespaces: true };
    expect(namespaceFor(options, { ...get('x'), namespace: 'team/a' })).toEqual({ header: 'team/a' });
    expect(namespaceFor(options, { ...get('x'), namespace: '' })).toEqual({ header: '' });
  });

  it('asks about the server itself without one', () => {
    for (const path of ['sys/health', 'sys/seal-status', 'sys/leader', 'sys/init'])
      expect(namespaceFor({ namespace: 'team' }, get(path))).toEqual({ header: '' });
    expect(namespaceFor({ namespace: 'team' }, get('sys/healthy'))).toHaveProperty('error');
    expect(namespaceFor({ namespace: 'team' }, get('sys/health/x'))).toHaveProperty('error');
  });

  it('sends an unknown server one that nobody has, to read its health by, and with nothing else', () => {
    const options = { namespace: 'team' };
    const probe = { ...get('sys/health'), probesNamespaces: true };
    expect(namespaceFor(options, probe)).toEqual({ header: 'strongroom-probe' });
    expect(namespaceFor(options, { ...probe, token: 'hvs.x' })).toEqual({ header: '' });
    expect(namespaceFor(options, { ...probe, method: 'POST' })).toEqual({ header: '' });
    expect(namespaceFor(options, { ...probe, path: 'secret/x' })).toHaveProperty('error');
  });
});

describe('requestHeaders', () => {
  it.each(['a\nb', 'a\r\nX-Evil: 1', 'a\0', 'a\tb', ' a', 'a ', 'tökén', '\u2028'])(
    'refuses the token %j without repeating it',
    (token) => {
      const answer = requestHeaders({ method: 'GET', path: 'x', token: `secret${token}` }, '');
      expect(answer).toMatchObject(
        token === ' a' ? { ok: true } : { ok: false, error: { kind: 'invalid-input', field: 'token' } },
      );
      if (!answer.ok) expect(JSON.stringify(answer.error)).not.toContain('secret');
    },
  );

  it('refuses a namespace or wrapping time that would break a header', () => {
    expect(requestHeaders({ method: 'GET', path: 'x' }, 'a\nb')).toMatchObject({
      error: { field: 'namespace' },
    });
    for (const wrapTtl of ['5m\r\nX: y', 'soon', '-5', '', '5 m'])
      expect(requestHeaders({ method: 'GET', path: 'x', wrapTtl }, '')).toMatchObject({
        error: { field: 'wrapTtl' },
      });
    for (const wrapTtl of [300, '300', '5m', '1h30m'])
      expect(requestHeaders({ method: 'GET', path: 'x', wrapTtl }, '').ok).toBe(true);
  });

  it.each([0, '0', '0s', '0m', '0h0m', '00', '0.0s'])(
    'leaves a wrapping time of %j out, which servers take as no wrapping',
    (wrapTtl) => {
      const answer = requestHeaders({ method: 'GET', path: 'x', wrapTtl, wrapFormat: 'jwt' }, '');
      expect(
        answer.ok && Object.keys(answer.value).filter((name) => name.startsWith('x-vault-wrap')),
      ).toEqual([]);
    },
  );

  it.each(['500ms', '1ms', '0.9s', '1ns'])('refuses a wrapping token that lives for %s', (wrapTtl) => {
    expect(requestHeaders({ method: 'GET', path: 'x', wrapTtl }, '')).toMatchObject({
      error: { field: 'wrapTtl', message: expect.stringContaining('Nothing was sent') as string },
    });
  });

  it('lets nothing into a header but printable ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (token, namespace) => {
        const answer = requestHeaders({ method: 'GET', path: 'x', token }, namespace);
        if (answer.ok)
          for (const value of Object.values(answer.value)) expect(value).toMatch(/^[\x20-\x7e]+$/);
      }),
    );
  });

  it('names the media type of a body', () => {
    const type = (method: 'POST' | 'PATCH') => {
      const answer = requestHeaders({ method, path: 'x', body: '{}' }, '');
      return answer.ok ? answer.value['content-type'] : '';
    };
    expect(type('POST')).toBe('application/json');
    expect(type('PATCH')).toBe('application/merge-patch+json');
  });
});

describe('nextHop', () => {
  const allowed = new Set(['https://a.example:8200', 'https://b.example:8200', 'http://plain.example']);
  const from = { origin: 'https://a.example:8200', path: '/v1/secret/data/x?version=2' };
  const hop = (location: string | undefined, over: Partial<Parameters<typeof nextHop>[0]> = {}) =>
    nextHop({ from, status: 307, method: 'POST', location, allowed, followed: 0, ...over });

  const behindGateway = (location: string) =>
    hop(location, {
      from: { origin: 'https://gw.example', path: '/team-a/vault/v1/x' },
      allowed: new Set(['https://gw.example/team-a/vault', 'https://b.example:8200']),
    });

  it('follows to a confirmed origin with path and query', () => {
    expect(hop('https://b.example:8200/v1/x?y=1')).toEqual({
      origin: 'https://b.example:8200',
      path: '/v1/x?y=1',
    });
    expect(hop('/v1/clean')).toEqual({ origin: 'https://a.example:8200', path: '/v1/clean' });
    expect(hop('//b.example:8200/v1/x')).toEqual({ origin: 'https://b.example:8200', path: '/v1/x' });
    expect(hop('https://B.Example:8200/v1/x', { status: 308 })).toHaveProperty('origin');
    expect(hop('/v1/x', { status: 302, method: 'GET' })).toHaveProperty('origin');
  });

  it.each([
    ['https://evil.example/v1/x', 'https://evil.example'],
    ['https://a.example/v1/x', 'https://a.example'],
    ['https://a.example:8200@evil.example/', 'https://evil.example'],
    ['https://user:pass@b.example:8200/', 'https://b.example:8200'],
    ['https://a.example:8200.evil.example/', 'an address that cannot be followed'],
    ['http://plain.example/v1/x', 'http://plain.example'],
    ['\\\\evil.example/x', 'https://evil.example'],
    ['file:///etc/passwd', 'an address that cannot be followed'],
    ['javascript:alert(1)', 'an address that cannot be followed'],
    ['https://', 'an address that cannot be followed'],
  ])('refuses %j', (location, origin) => {
    expect(hop(location)).toMatchObject({ error: { kind: 'redirect-refused', location: origin } });
  });

  it.each([
    ['/team-a/vault/v1/clean', '/team-a/vault/v1/clean'],
    ['https://gw.example/team-a/vault/v1/x?y', '/team-a/vault/v1/x?y'],
    ['https://b.example:8200/v1/x', '/v1/x'],
  ])('follows within the path of a gateway, or to a confirmed node: %j', (location, path) => {
    expect(behindGateway(location)).toMatchObject({ path });
  });

  it.each([
    '/v1/x',
    '/team-b/vault/v1/x',
    '/team-a/vaults/v1/x',
    '/team-a/vault',
    '/team-a/vault/../../team-b/v1/x',
    '/team-a/vault/%2e%2e/v1/x',
    'https://gw.example/',
    'https://gw.example:8443/team-a/vault/v1/x',
    'http://gw.example/team-a/vault/v1/x',
    '//gw.example\\@b/team-a/vault/v1/x',
  ])('refuses what leads out of the path of a gateway: %j', (location) => {
    expect(behindGateway(location)).toMatchObject({ error: { kind: 'redirect-refused' } });
  });

  it('refuses a second redirect, one that changes the method, and one that leads nowhere', () => {
    expect(hop('https://b.example:8200/', { followed: 1 })).toMatchObject({
      error: { kind: 'redirect-refused' },
    });
    expect(hop('/v1/x', { status: 301 })).toMatchObject({ error: { kind: 'redirect-refused' } });
    expect(hop('/v1/x', { status: 303, method: 'GET' })).toMatchObject({
      error: { kind: 'redirect-refused' },
    });
    expect(hop(undefined)).toMatchObject({ error: { kind: 'bad-answer' } });
    expect(hop('')).toMatchObject({ error: { kind: 'bad-answer' } });
  });

  it('leads to an allowed origin and never from https to http, whatever the server says', () => {
    const location = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc
        .tuple(
          fc.constantFrom('https://', 'http://', '//', '\\\\', 'HTTPS:', 'https:\\'),
          fc.constantFrom(
            'a.example',
            'b.example',
            'plain.example',
            'evil.example',
            'a.example@evil.example',
          ),
          fc.constantFrom('', ':8200', ':0', ':82', '.'),
          fc.constantFrom('', '/', '/v1/x', '@b.example:8200/', '#@a.example:8200', '\\@a.example'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(location, (target) => {
        const next = hop(target);
        if ('error' in next) return;
        expect(allowed.has(next.origin)).toBe(true);
        expect(next.origin.startsWith('https:')).toBe(true);
        expect(next.path.startsWith('/')).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('retryWaitMs', () => {
  it.each([
    [{ method: 'GET', safe: true }, 'safe'],
    [{ method: 'POST', safe: true }, 'safe'],
    [{ method: 'GET' }, 'unsent'],
    [{ method: 'GET', safe: true, wrapTtl: 60 }, 'unsent'],
    [{ method: 'GET', safe: true, wrapTtl: '0s' }, 'safe'],
    [{ method: 'POST' }, 'never'],
    [{ method: 'DELETE' }, 'never'],
    [{ method: 'POST', safe: true, wrapTtl: '5m' }, 'never'],
  ] as const)('%j is %s', (request, kind) => {
    expect(retryClass(request)).toBe(kind);
  });

  it.each([
    [{ connection: true, sent: false }, 1250, 1250, undefined],
    [{ connection: true, sent: true }, 1250, undefined, undefined],
    [{ status: 429 }, 1250, 1250, undefined],
    [{ status: 429, retryAfterSeconds: 3 }, 3000, 3000, undefined],
    [{ status: 429, retryAfterSeconds: 3600 }, undefined, undefined, undefined],
    [{ status: 412 }, 1250, undefined, undefined],
    [{ status: 500 }, 1250, undefined, undefined],
    [{ status: 501 }, undefined, undefined, undefined],
    [{ status: 503 }, 1250, undefined, undefined],
    [{ status: 400 }, undefined, undefined, undefined],
    [{ status: 403 }, undefined, undefined, undefined],
    [{ status: 404 }, undefined, undefined, undefined],
  ] as const)('%j: safe %s, unsent %s, never %s', (outcome, safe, unsent, never) => {
    const half = () => 0.5;
    expect(retryWaitMs('safe', outcome, half)).toBe(safe);
    expect(retryWaitMs('unsent', outcome, half)).toBe(unsent);
    expect(retryWaitMs('never', outcome, half)).toBe(never);
  });

  it('reads Retry-After', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterSeconds('7', now)).toBe(7);
    expect(retryAfterSeconds('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9);
    expect(retryAfterSeconds('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(retryAfterSeconds('soon', now)).toBeUndefined();
    expect(retryAfterSeconds(undefined, now)).toBeUndefined();
  });
});
