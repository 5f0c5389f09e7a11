import { describe, expect, it } from 'vitest';
import { callbackPasted, stateIn } from './oidc-callback.ts';

const code = { kind: 'code', state: 's', code: 'c', idToken: '' };

describe('what is pasted as a callback', () => {
  it.each([
    ['http://localhost:8250/oidc/callback?code=c&state=s', code],
    ['  http://localhost:8250/oidc/callback?state=s&code=c#fragment\n', code],
    ['http://localhost:8250/oidc/callback?co\nde=c&state=s', code],
    ['code=c&state=s', code],
    ['?code=c&state=s', code],
    ['http://localhost:8250/oidc/callback#id_token=i&state=s', { ...code, code: '', idToken: 'i' }],
    ['http://x/?state=a%2Bb&code=c%20d', { ...code, state: 'a+b', code: 'c d' }],
    ['?error=access_denied&state=s', { kind: 'error', state: 's', message: 'access_denied' }],
    [
      '?error=x&error_description=No%0aentry%e2%80%ae&state=s',
      { kind: 'error', state: 's', message: 'No entry  (x)' },
    ],
    ['', undefined],
    ['nonsense', undefined],
    ['http://localhost:8250/oidc/callback', undefined],
    ['?code=c', undefined],
    ['?state=s', undefined],
    ['%%%', undefined],
  ])('%j is read', (text, expected) => {
    expect(callbackPasted(text)).toEqual(expected);
  });

  it('does not pass on what a provider writes without end', () => {
    const read = callbackPasted(`?error=${'e'.repeat(10_000)}&state=s`);
    expect(read?.kind === 'error' ? read.message.length : 0).toBe(500);
  });
});

describe('the state of a login page', () => {
  it.each([
    ['https://id.example/auth?client_id=v&state=st_1', 'st_1'],
    ['https://id.example/auth', ''],
    ['not an address', ''],
    ['', ''],
  ])('of %j is %j', (url, state) => {
    expect(stateIn(url)).toBe(state);
  });
});
