import { describe, expect, it } from 'vitest';
import { holdsWord, mayHoldWord, reachOf } from './short-words.ts';

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

describe('how far a credential is looked for', () => {
  it.each([
    ['', 'nowhere'],
    ['ab', 'nowhere'],
    ['root', 'as-word'],
    ['123456', 'as-word'],
    ['p@ss-1', 'as-word'],
    ['postgres', 'as-word'],
    ['12345678', 'as-word'],
    ['hunter22', 'anywhere'],
    ['s.7Qe0uXH2dWk', 'anywhere'],
    ['averylongpassphrase', 'anywhere'],
  ])('%s: %s', (secret, reach) => {
    expect(reachOf(secret)).toBe(reach);
  });
});

describe('a credential that is a word', () => {
  it.each([
    'vault\0server\0-dev\0-dev-root-token-id=root\0',
    '-dev-root-token-id=root',
    'the token is root.',
    'root',
    '"root"',
    'X-Vault-Token: root\n',
    base64('root'),
    base64('root').replaceAll('=', ''),
    base64('server -dev-root-token-id=root -log-level=info'),
    base64('xserver -dev-root-token-id=root -log-level=info'),
    base64('xyserver -dev-root-token-id=root -log-level=info'),
    `ab${base64('-dev-root-token-id=root')}`,
    hex('-dev-root-token-id=root'),
    hex('id=root').toUpperCase(),
    '\\u0072\\u006f\\u006f\\u0074',
    'token%3droot',
    '%72%6f%6f%74',
  ])('is in a text of unknown shape (%j)', (text) => {
    expect(holdsWord(text, ['root'], 'unknown')).toBe(true);
    expect(mayHoldWord(text, ['root'])).toBe(true);
  });

  it.each([
    '-dev-root-token-id',
    'rooted',
    'uproot',
    'root-ca',
    'my.root.ca',
    'ROOT',
    'r00t',
    base64('uprooted'),
  ])('is not in another word (%j)', (text) => {
    expect(holdsWord(text, ['root'], 'unknown')).toBe(false);
  });

  it('is a name where it is a whole value, or a part of a path', () => {
    for (const text of ['root', 'root/ca', 'pki/root', '/root/'])
      expect(holdsWord(text, ['root'], 'value')).toBe(false);
    for (const text of ['-dev-root-token-id=root', 'token: root', base64('root'), '%72oot'])
      expect(holdsWord(text, ['root'], 'value')).toBe(true);
  });
});
