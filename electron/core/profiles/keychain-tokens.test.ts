import { describe, expect, it } from 'vitest';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { Agreement } from '../credentials/agreement.ts';
import type { Keychain } from '../platform.ts';
import { bindingOf, createKeychainTokens, parseKeychainFile } from './keychain-tokens.ts';
import type { KeychainFile } from './keychain-tokens.ts';

/** Encrypts by reversing the text; `works` can be switched off. */
function fakeKeychain() {
  const turned = (text: string): string => [...text].reverse().join('');
  const keychain: Keychain & { works: boolean; available: boolean; present: boolean } = {
    works: true,
    available: true,
    present: true,
    state: () =>
      Promise.resolve({ available: keychain.available, backend: 'fake', reason: 'There is no keychain.' }),
    encrypt: (text) =>
      keychain.works
        ? Promise.resolve(Buffer.from(turned(text)))
        : Promise.reject(new Error('it is locked.')),
    decrypt: (sealed) =>
      keychain.works
        ? Promise.resolve(turned(sealed.toString()))
        : Promise.reject(new Error('it is locked.')),
    authenticate: () => Promise.resolve(keychain.present),
  };
  return keychain;
}

function memoryFile(initial: KeychainFile = {}) {
  let value = initial;
  const save = (next: KeychainFile): void => void (value = next);
  return { value: () => value, save, keep: save };
}

const everybody = (): boolean => true;
const agreed = await Agreement.ask(
  () => Promise.resolve({ kind: 'submit', text: '' }),
  { kind: 'confirm', title: '', body: [], action: '', destructive: false },
  '',
);

describe('tokens in the keychain', () => {
  it('come back for the profile and the binding they were kept for', async () => {
    const file = memoryFile();
    const keychain = fakeKeychain();
    const tokens = createKeychainTokens(file, keychain, everybody);
    await tokens.keep('p', 'here', 'hvs.canary');
    expect(JSON.stringify(file.value())).not.toContain('hvs.canary');
    expect(await tokens.take('p', 'here', agreed)).toBe('hvs.canary');
    keychain.present = false;
    await expect(tokens.take('p', 'here', agreed)).rejects.toMatchObject({ error: { kind: 'cancelled' } });
    keychain.present = true;
    expect([tokens.has('p', 'here'), tokens.has('p', 'elsewhere'), tokens.has('q', 'here')]).toEqual([
      true,
      false,
      false,
    ]);
    await expect(tokens.take('p', 'elsewhere', agreed)).rejects.toThrow(/has no token/);
    await expect(tokens.take('__proto__', 'here', agreed)).rejects.toThrow(/has no token/);
    tokens.forget('p');
    expect(file.value()).toEqual({});
  });

  it('are not given to a line of the file that was copied to another profile', async () => {
    const file = memoryFile();
    const tokens = createKeychainTokens(file, fakeKeychain(), everybody);
    await tokens.keep('p', 'here', 'hvs.canary');
    const sealed = file.value()['p']?.sealed ?? '';
    file.save({ evil: { binding: 'elsewhere', sealed } });
    await expect(tokens.take('evil', 'elsewhere', agreed)).rejects.toThrow(
      /else than the token of this connection/,
    );
  });

  it('are refused in a sentence where the keychain refuses', async () => {
    const keychain = fakeKeychain();
    const tokens = createKeychainTokens(memoryFile(), keychain, everybody);
    await tokens.keep('p', 'here', 'hvs.canary');
    keychain.works = false;
    await expect(tokens.keep('q', 'here', 't')).rejects.toThrow(
      'The keychain did not store the token: it is locked.',
    );
    await expect(tokens.take('p', 'here', agreed)).rejects.toThrow(
      'The keychain did not return the token: it is locked.',
    );
    // It can open later.
    expect(tokens.has('p', 'here')).toBe(true);
    keychain.available = false;
    await expect(tokens.keep('q', 'here', 't')).rejects.toMatchObject({
      error: { kind: 'not-offered', message: 'There is no keychain.' },
    });
  });

  it('of connections that are gone are forgotten at the start', () => {
    const line = { binding: 'b', sealed: 's' };
    const file = memoryFile({ here: line, gone: line });
    createKeychainTokens(file, fakeKeychain(), (profileId) => profileId === 'here');
    expect(file.value()).toEqual({ here: line });
  });
});

describe('the binding of a token', () => {
  const target: ConnectionTarget = {
    address: 'https://vault.example:8200',
    namespace: 'team',
    tls: { useSystemStore: true, skipVerify: false },
    timeoutMs: 30_000,
    proxy: '',
  };

  it('is the same however the place is written', () => {
    const other = { ...target, address: 'https://VAULT.example:8200/', namespace: '/team/', timeoutMs: 1000 };
    expect(bindingOf(other)).toBe(bindingOf(target));
    expect(bindingOf({ ...target, headers: [], confirmedOrigins: [] })).toBe(bindingOf(target));
  });

  it.each<[string, Partial<ConnectionTarget>]>([
    ['the address', { address: 'https://vault.example' }],
    ['the namespace', { namespace: 'other' }],
    ['the proxy', { proxy: 'http://proxy:3128' }],
    ['the verification', { tls: { useSystemStore: true, skipVerify: true } }],
    ['the CA', { tls: { ...target.tls, ca: { fileId: 'f', name: 'ca.pem' } } }],
    ['the store', { tls: { useSystemStore: false, skipVerify: false } }],
    ['the name', { tls: { ...target.tls, serverName: 'other' } }],
    ['the headers', { headers: [{ name: 'X', valueRef: 'y' }] }],
    ['the nodes', { confirmedOrigins: ['https://vault-2.example:8200'] }],
  ])('is another with another value of %s', (_what, change) => {
    expect(bindingOf({ ...target, ...change })).not.toBe(bindingOf(target));
  });
});

it.each([[[]], ['text'], [{ p: 'x' }], [{ p: { binding: 1, sealed: '' } }], [null]])(
  'does not take %j for its file',
  (data) => {
    expect(parseKeychainFile(data)).toBeUndefined();
  },
);
