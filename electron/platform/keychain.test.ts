import { describe, expect, it } from 'vitest';
import { adaptKeychain, type SafeStorage } from './keychain.ts';

function storage(backend: string, available = true): SafeStorage {
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(available),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`sealed ${text}`)),
    decryptStringAsync: (sealed) => Promise.resolve({ result: sealed.toString().replace('sealed ', '') }),
    getSelectedStorageBackend: () => backend,
  };
}

describe('the authentication of the system', () => {
  const touchId = (asked: () => Promise<void>, can = true) => ({
    canPromptTouchID: () => can,
    promptTouchID: asked,
  });
  const yes = () => Promise.resolve();
  const no = () => Promise.reject(new Error('declined'));

  it.each([
    ['is asked for on a Mac with Touch ID', 'darwin', touchId(yes), true],
    ['holds the token back where it is declined', 'darwin', touchId(no), false],
    ['is not asked for on a Mac without', 'darwin', touchId(no, false), true],
    ['is not asked for elsewhere', 'linux', {}, true],
  ] as const)('%s', async (_what, platform, touch, given) => {
    expect(await adaptKeychain(storage('kwallet'), platform, touch).authenticate('test')).toBe(given);
  });
});

describe('the keychain of the system', () => {
  it.each(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('is used on Linux as %s', async (name) => {
    const keychain = adaptKeychain(storage(name), 'linux');
    expect(await keychain.state()).toEqual({ available: true, backend: name });
    expect(await keychain.decrypt(await keychain.encrypt('token'))).toBe('token');
  });

  it.each(['basic_text', 'unknown'])('is refused on Linux as %s, in a sentence', async (name) => {
    const keychain = adaptKeychain(storage(name), 'linux');
    const state = await keychain.state();
    expect(state).toMatchObject({ available: false, backend: name });
    expect(state.reason).toMatch(/^[A-Z].*\.$/);
    await expect(keychain.encrypt('token')).rejects.toThrow(state.reason);
    await expect(keychain.decrypt(Buffer.from('x'))).rejects.toThrow(state.reason);
  });

  it.each([
    ['darwin', 'keychain'],
    ['win32', 'dpapi'],
  ] as const)('is named on %s', async (platform, backend) => {
    const { getSelectedStorageBackend: _linuxOnly, ...others } = storage('');
    expect(await adaptKeychain(others, platform).state()).toEqual({ available: true, backend });
  });

  it('that is locked refuses when it is used', async () => {
    const keychain = adaptKeychain(storage('kwallet6', false), 'linux');
    await expect(keychain.encrypt('token')).rejects.toThrow(/kwallet6.* is locked or does not answer/);
  });
});
