/**
 * The operating system's keychain, through Electron's `safeStorage`. On Linux without a secret service it falls back
 * to a password that is part of the program: stored data is then as good as readable, so that is refused. Its
 * availability is reported without touching it: a test would make some systems ask for a password.
 */
import type { Keychain } from '../core/platform.ts';

/** Used part of Electron's `safeStorage`; the synchronous half is going away. */
export interface SafeStorage {
  readonly isAsyncEncryptionAvailable: () => Promise<boolean>;
  readonly encryptStringAsync: (text: string) => Promise<Buffer>;
  readonly decryptStringAsync: (sealed: Buffer) => Promise<{ readonly result: string }>;
  /** Linux only. */
  readonly getSelectedStorageBackend?: () => string;
}

/** Used part of Electron's `systemPreferences`, on macOS only. */
export interface TouchId {
  readonly canPromptTouchID?: () => boolean;
  /** Rejects if the user declines or fails. */
  readonly promptTouchID?: (reason: string) => Promise<void>;
}

/** Adapts Electron's `safeStorage` of a platform; `touchId` on systems that can authenticate the user. */
export function adaptKeychain(
  safeStorage: SafeStorage,
  platform: NodeJS.Platform,
  touchId: TouchId = {},
): Keychain {
  const backend = (): string => {
    if (platform === 'darwin') return 'keychain';
    if (platform === 'win32') return 'dpapi';
    return safeStorage.getSelectedStorageBackend?.() ?? 'unknown';
  };

  async function refuseUnavailable(): Promise<void> {
    const reason = reasons[backend()];
    if (reason !== undefined) throw new Error(reason);
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      throw new Error(`the system’s keychain (${backend()}) is locked or does not answer`);
  }

  return {
    state: () => {
      const name = backend();
      const reason = reasons[name];
      return Promise.resolve(
        reason === undefined
          ? { available: true, backend: name }
          : { available: false, backend: name, reason },
      );
    },
    encrypt: async (text) => {
      await refuseUnavailable();
      return safeStorage.encryptStringAsync(text);
    },
    decrypt: async (sealed) => {
      await refuseUnavailable();
      return (await safeStorage.decryptStringAsync(sealed)).result;
    },
    authenticate: async (purpose) => {
      if (platform !== 'darwin' || touchId.canPromptTouchID?.() !== true) return true;
      try {
        await touchId.promptTouchID?.(purpose);
        return true;
      } catch {
        // Touch ID rejects when the user cancels: they did not agree.
        return false;
      }
    },
  };
}

const reasons: Readonly<Record<string, string>> = {
  basic_text: 'No keychain such as GNOME Keyring or KWallet: tokens are not stored.',
  unknown: 'Unknown how this system would protect a token: tokens are not stored.',
};
