import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import type { FileDescription } from '../../../shared/vault/connection.ts';
import { CopyContext } from '../../ui/copy-context.ts';
import { FileFacts } from './file-facts.tsx';

afterEach(cleanup);

const day = 86_400_000;

function certificate(number: number, endsInDays: number): CertificateFacts {
  return {
    subject: `CN=ca-${String(number)}`,
    issuer: 'CN=Root',
    names: [],
    validFrom: new Date(Date.now() - 365 * day).toISOString(),
    validTo: new Date(Date.now() + endsInDays * day + 60_000).toISOString(),
    sha256: `AB:0${String(number)}`,
  };
}

function show(description: Partial<FileDescription>) {
  const copied: string[] = [];
  render(
    <CopyContext
      value={(text) => {
        copied.push(text);
        return Promise.resolve();
      }}
    >
      <FileFacts
        file={{ fileId: 'f', name: 'ca.pem' }}
        description={{ form: 'pem', certificates: [], files: 1, privateKey: 'none', ...description }}
      />
    </CopyContext>,
  );
  return { copied, text: () => screen.getByRole('group', { name: 'Content of ca.pem' }).textContent };
}

describe('FileFacts', () => {
  it('says what a certificate says about itself, and copies its fingerprint', async () => {
    const { copied, text } = show({ certificates: [certificate(1, 12)] });
    for (const words of [
      'PEM',
      '1 certificate',
      'CN=ca-1',
      'CN=Root',
      'expires in 12 d',
      'expires soon',
      'AB:01',
    ])
      expect(text()).toContain(words);
    await userEvent.click(screen.getByRole('button', { name: 'Copy the SHA-256 fingerprint' }));
    expect(copied).toEqual(['AB:01']);
  });

  it('counts a bundle, shows its first and all when asked', async () => {
    const { text } = show({
      form: 'folder',
      files: 3,
      certificates: [certificate(1, 400), certificate(2, 400), certificate(3, -2), certificate(4, 3)],
    });
    expect(text()).toContain('Folder of 3 files');
    expect(text()).toContain('4 certificates');
    expect(text()).toContain('1 not valid now, 1 expires soon');
    expect(text()).not.toContain('CN=ca-3');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 4' }));
    expect(text()).toContain('expired 1 d ago');
  });

  it('says why a file cannot be used', () => {
    const message = 'The CA file ca.pem is larger than 16 MiB.';
    show({
      form: 'unknown',
      problem: { kind: 'tls', reason: 'ca-unreadable', message, hint: 'Choose another.' },
    });
    expect(screen.getByRole('alert').textContent).toBe(`${message} Choose another.`);
  });

  it('takes an encrypted key as it is', () => {
    const { text } = show({
      privateKey: 'encrypted',
      problem: { kind: 'tls', reason: 'client-key-encrypted', message: 'It is encrypted.' },
    });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(text()).toContain('Its passphrase is asked for at every login.');
  });
});
