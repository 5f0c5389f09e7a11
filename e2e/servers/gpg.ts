/** Debian's gnupg with its own home: holders of key shares, who decrypt messages encrypted to them. */
import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './vault-process.ts';

export interface Gpg {
  /** Creates a key; `usage`: `default`, which can encrypt, or `sign`. */
  readonly addKey: (name: string, usage?: 'default' | 'sign') => void;
  /** Armored. */
  readonly publicKey: (name: string) => string;
  /** Decrypts a base64 message. */
  readonly decrypt: (base64: string) => string;
  readonly stop: () => Promise<void>;
}

/** A home without keys. */
export function startGpg(): Gpg {
  const home = temporaryFolder('gpg');
  const run = (args: readonly string[], input = Buffer.alloc(0)): string =>
    execFileSync(
      'gpg',
      [
        '--homedir',
        home.path,
        '--batch',
        '--quiet',
        '--pinentry-mode',
        'loopback',
        '--passphrase',
        '',
        ...args,
      ],
      { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
    );
  return {
    addKey: (name, usage = 'default') => {
      const algorithm = usage === 'sign' ? 'rsa2048' : 'default';
      run(['--quick-generate-key', `${name} <${name}@example.com>`, algorithm, usage, 'never']);
    },
    publicKey: (name) => run(['--armor', '--export', `${name}@example.com`]),
    decrypt: (base64) => run(['--decrypt'], Buffer.from(base64, 'base64')),
    stop: () => {
      execFileSync('gpgconf', ['--homedir', home.path, '--kill', 'gpg-agent']);
      home.remove();
      return Promise.resolve();
    },
  };
}
