/** Debian's gnupg with a home of its own: people who hold key shares, and read what is encrypted to them. */
import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './vault-process.ts';

export interface Gpg {
  /** Makes a key; `usage`: `default`, with which one can encrypt, or `sign`. */
  readonly addKey: (name: string, usage?: 'default' | 'sign') => void;
  /** Armored. */
  readonly publicKey: (name: string) => string;
  /** What a message in base64 says. */
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
