/**
 * Every way in which TLS goes wrong, against a real Vault and in both TLS stacks: each has a sentence of its own,
 * with the names and dates that prove it and a remedy.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MATRIX_PASSPHRASE, startTlsMatrix } from '../../../e2e/servers/index.ts';
import type { Door, TlsMatrix } from '../../../e2e/servers/index.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, TlsReason } from '../../../shared/ipc/result.ts';
import { endAll, errorOf, sendRead, sendWrite, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import { readTlsMaterial } from './tls.ts';
import type { TlsFiles } from './tls.ts';
import type { VaultClient } from './types.ts';

let matrix: TlsMatrix;
const ends: End[] = [];
beforeAll(async () => {
  matrix = await startTlsMatrix();
});
afterEach(() => endAll(ends));
afterAll(() => matrix.stop());

type Tries = (files: TlsMatrix['files']) => Partial<TlsFiles>;

interface Case {
  readonly what: string;
  readonly door: Door;
  readonly reason: TlsReason;
  readonly message: RegExp;
  readonly hint: RegExp;
  /** Number of certificates shown with it. */
  readonly shown: number;
  readonly with?: Tries;
}

const someDay = String.raw`20\d\d-\d\d-\d\d`;
const cases: readonly Case[] = [
  {
    what: 'expired',
    door: 'expired',
    reason: 'expired',
    message: new RegExp(`^The certificate of 127\\.0\\.0\\.1:\\d+ expired on ${someDay}\\.$`),
    hint: /renew it/,
    shown: 1,
  },
  {
    what: 'not yet valid',
    door: 'notYetValid',
    reason: 'not-yet-valid',
    message: new RegExp(`is not valid yet before ${someDay}.*clock says ${someDay}`),
    hint: /clock of this machine/,
    shown: 1,
  },
  {
    what: 'wrong host',
    door: 'wrongHost',
    reason: 'wrong-host',
    message: /was issued for DNS:vault\.elsewhere\.example\./,
    hint: /set it as the server name/,
    shown: 1,
  },
  {
    what: 'unknown CA',
    door: 'unknownCa',
    reason: 'unknown-ca',
    message: /issued by “A stranger”, which this connection does not trust\./,
    hint: /use its CA file .* If the issuer is an intermediate/,
    shown: 1,
  },
  {
    what: 'self-signed',
    door: 'selfSigned',
    reason: 'self-signed',
    message: /is self-signed/,
    hint: /fingerprint/,
    shown: 1,
  },
  {
    what: 'weak key',
    door: 'weakKey',
    reason: 'weak-key',
    message: /has a 1024-bit RSA key, which is too weak/,
    hint: /at least 2048 bits/,
    shown: 1,
  },
  {
    what: 'missing intermediate',
    door: 'missingIntermediate',
    reason: 'missing-intermediate',
    message: /does not send the intermediate certificate “Strongroom matrix intermediate”/,
    hint: /add it to the CA file/,
    shown: 1,
  },
  {
    what: 'missing client certificate',
    door: 'clientCertificate',
    reason: 'client-certificate-required',
    message: /talks only to clients that show a certificate/,
    hint: /Choose your client certificate/,
    shown: 1,
  },
  {
    what: 'wrong client certificate',
    door: 'clientCertificate',
    reason: 'client-certificate-refused',
    message: /refused the client certificate “mallory” \(issued by Strangers\)\./,
    hint: /whose issuer this server trusts/,
    shown: 1,
    with: ({ stranger, strangerKey }) => ({ certificatePath: stranger, keyPath: strangerKey }),
  },
  {
    what: 'a key that does not match',
    door: 'clientCertificate',
    reason: 'client-key-mismatch',
    message: /key mallory-key\.pem does not belong to the certificate alice\.pem/,
    hint: /made with this certificate/,
    shown: 0,
    with: ({ client, strangerKey }) => ({ certificatePath: client, keyPath: strangerKey }),
  },
  {
    what: 'an encrypted key without passphrase',
    door: 'clientCertificate',
    reason: 'client-key-encrypted',
    message: /key alice-encrypted-key\.pem is encrypted/,
    hint: /passphrase/,
    shown: 0,
    with: ({ client, encryptedKey }) => ({ certificatePath: client, keyPath: encryptedKey }),
  },
  {
    what: 'legacy PKCS#12 without passphrase',
    door: 'clientCertificate',
    reason: 'client-key-encrypted',
    message: /PKCS#12 file alice-legacy\.p12 is encrypted/,
    hint: /passphrase/,
    shown: 0,
    with: ({ legacyPkcs12 }) => ({ certificatePath: legacyPkcs12 }),
  },
  {
    what: 'legacy PKCS#12 with a wrong passphrase',
    door: 'clientCertificate',
    reason: 'client-key-encrypted',
    message: /passphrase does not open the PKCS#12 file alice-legacy\.p12/,
    hint: /right passphrase/,
    shown: 0,
    with: ({ legacyPkcs12 }) => ({ certificatePath: legacyPkcs12, passphrase: 'open barley' }),
  },
  {
    what: 'TLS 1.0',
    door: 'oldTls',
    reason: 'protocol-too-old',
    message: /share no TLS version. The oldest accepted is 1\.2/,
    hint: /allow TLS 1\.2 or 1\.3/,
    shown: 0,
  },
];

async function clientAt(door: Door, tries: Tries = () => ({})): Promise<VaultClient> {
  const material = await readTlsMaterial({
    useSystemStore: false,
    skipVerify: false,
    caPath: matrix.files.ca,
    ...tries(matrix.files),
  });
  if (!material.ok) throw new AppFailure(material.error);
  return testClient(ends, matrix.addresses[door], { tls: material.value });
}

/** A write with a token: a refusal must come before a byte has left. */
async function refusal({ door, with: tries }: Case): Promise<AppError> {
  return errorOf(
    clientAt(door, tries).then((client) =>
      sendWrite(client, 'secret/data/x', '{"data":{}}', { token: matrix.rootToken }),
    ),
  );
}

describe('a connection that TLS refuses', () => {
  it.each(cases)('$what', async (one) => {
    const error = await refusal(one);
    expect(error).toMatchObject({ kind: 'tls', reason: one.reason });
    expect(error.message).toMatch(one.message);
    expect(error.hint).toMatch(one.hint);
    expect(error.kind === 'tls' ? (error.chain ?? []) : []).toHaveLength(one.shown);
    expect(JSON.stringify(error)).not.toContain(matrix.rootToken);
  });

  it('is told in a sentence of its own each time', async () => {
    const sentences = new Map<string, string>();
    for (const one of cases) {
      // The address is left out: it would make any two of them differ.
      const sentence = (await refusal(one)).message.replace(/127\.0\.0\.1:\d+/g, 'the server');
      expect(sentences.get(sentence), `${one.what} says the same as`).toBeUndefined();
      sentences.set(sentence, one.what);
    }
    expect(sentences.size).toBe(cases.length);
  });
});

describe('an intermediate as CA file', () => {
  it.each<Door>(['good', 'unknownCa', 'selfSigned'])('vouches for nobody else: %s', async (door) => {
    const client = await clientAt(door, ({ intermediate }) => ({ caPath: intermediate }));
    expect(await errorOf(sendRead(client, 'sys/mounts', { token: matrix.rootToken }))).toMatchObject({
      kind: 'tls',
    });
  });

  it.each<readonly [Door, TlsReason]>([
    ['expired', 'expired'],
    ['wrongHost', 'wrong-host'],
  ])('changes nothing else: %s', async (door, reason) => {
    // Both signed by the root, which is in the bundle.
    const client = await clientAt(door, ({ bundle }) => ({ caPath: bundle }));
    expect(await errorOf(sendRead(client, 'sys/mounts', { token: matrix.rootToken }))).toMatchObject({
      kind: 'tls',
      reason,
    });
  });
});

describe('a connection that is right', () => {
  it.each<readonly [string, Door, Tries]>([
    ['its own authority', 'good', () => ({})],
    ['over an intermediate that is sent', 'wholeChain', () => ({})],
    [
      'a client certificate',
      'clientCertificate',
      (f) => ({ certificatePath: f.client, keyPath: f.clientKey }),
    ],
    [
      'an encrypted key with its passphrase',
      'clientCertificate',
      (f) => ({ certificatePath: f.client, keyPath: f.encryptedKey, passphrase: MATRIX_PASSPHRASE }),
    ],
    [
      'legacy PKCS#12 with its passphrase',
      'clientCertificate',
      (f) => ({ certificatePath: f.legacyPkcs12, passphrase: MATRIX_PASSPHRASE }),
    ],
    // A CA file is trusted as it is, as in Vault's command line.
    ['an intermediate alone as CA file', 'missingIntermediate', (f) => ({ caPath: f.intermediate })],
    ['an intermediate alone, whose chain is sent', 'wholeChain', (f) => ({ caPath: f.intermediate })],
    [
      'an intermediate beside the system’s store',
      'wholeChain',
      (f) => ({ caPath: f.intermediate, useSystemStore: true }),
    ],
    ['a bundle of both, intermediate not sent', 'missingIntermediate', (f) => ({ caPath: f.bundle })],
    ['the wrong host, told the name', 'wrongHost', () => ({ serverName: 'vault.elsewhere.example' })],
  ])('%s', async (_what, door, tries) => {
    const client = await clientAt(door, tries);
    expect((await sendRead(client, 'sys/mounts', { token: matrix.rootToken })).status).toBe(200);
  });
});
