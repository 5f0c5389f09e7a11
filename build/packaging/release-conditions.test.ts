import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newReleaseKey, publicKeyOf } from '../setup/update-feed.mjs';
import { packageVersion } from './identity.mjs';
import { whyNoRelease } from './release-conditions.mjs';
import { azureSigning } from './windows-signing.mjs';

const version = packageVersion();
const releaseKey = newReleaseKey();
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const updates = {
  STRONGROOM_UPDATE_KEYS: `${publicKeyOf(newReleaseKey())},${publicKeyOf(releaseKey)}`,
  STRONGROOM_UPDATE_FEED: 'https://updates.example.org/strongroom/',
};
const good = {
  electron: { test: false, version: '45.4.1', from: 'the official release' },
  pinned: '45.4.1',
  identity: { version, commit: 'c'.repeat(40), tag: `v${version}`, epoch: 1_700_000_000 },
  changed: false,
  platform: 'linux',
  environment: {
    STRONGROOM_SIGNING_KEY: 'AB',
    STRONGROOM_MAINTAINER: 'A <a@example.org>',
    STRONGROOM_HOMEPAGE: 'https://example.org',
    ...updates,
    STRONGROOM_RELEASE_KEY: releaseKey,
  },
};
/** The same machine with some variables changed. */
const but = (change: Readonly<Record<string, string | undefined>>): object => ({
  environment: { ...good.environment, ...change },
});
const pem = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'der' } as const;

describe('a release', () => {
  it('is made where everything holds', () => {
    expect(whyNoRelease(good)).toEqual([]);
  });

  it('takes the key that signs from one machine only', () => {
    const environment = { WIN_CSC_LINK: 'a', WIN_CSC_KEY_PASSWORD: 'b', ...updates };
    expect(whyNoRelease({ ...good, platform: 'win32', environment })).toEqual([]);
  });

  it('is signed for Windows by a service or by a key file', () => {
    const wanted = whyNoRelease({ ...good, platform: 'win32', environment: updates });
    const names = wanted.flatMap((why) => /^(\w+) is not set/.exec(why)?.[1] ?? []);
    expect(names).toHaveLength(7);
    const service = Object.fromEntries(names.map((name) => [name, name]));
    expect(whyNoRelease({ ...good, platform: 'win32', environment: { ...service, ...updates } })).toEqual([]);
    expect(azureSigning(service)).toEqual({
      endpoint: 'STRONGROOM_AZURE_ENDPOINT',
      codeSigningAccountName: 'STRONGROOM_AZURE_ACCOUNT',
      certificateProfileName: 'STRONGROOM_AZURE_PROFILE',
      publisherName: 'STRONGROOM_AZURE_PUBLISHER',
    });
    expect(azureSigning({ ...service, WIN_CSC_LINK: 'a' })).toBeUndefined();
  });

  it('says nothing of the key that signs', () => {
    const said = whyNoRelease({ ...good, ...but({ STRONGROOM_RELEASE_KEY: `${releaseKey.slice(0, 60)}!` }) });
    expect(said.join()).not.toContain(releaseKey.slice(30, 60));
    expect(said).toHaveLength(1);
  });

  it.each<readonly [string, object, string]>([
    ['the stand-in for Electron', { electron: { ...good.electron, test: true } }, 'the official 45.4.1 only'],
    [
      'another version of Electron',
      { electron: { ...good.electron, version: '45.4.0' } },
      'the official 45.4.1 only',
    ],
    ['no tag', { identity: { ...good.identity, tag: '' } }, 'This commit has no tag'],
    ['the tag of another version', { identity: { ...good.identity, tag: 'v9.9.9' } }, 'The tag is v9.9.9'],
    [
      'a version that was asked for',
      { identity: { ...good.identity, version: '9.9.9' } },
      '9.9.9 was asked for',
    ],
    ['uncommitted changes', { changed: true }, 'not committed'],
    ['no key to sign with', { environment: {} }, 'STRONGROOM_SIGNING_KEY is not set: the fingerprint'],
    ['no service that signs for Windows', { platform: 'win32' }, 'AZURE_CLIENT_SECRET is not set'],
    [
      'a key file for Windows without its password',
      { platform: 'win32', environment: { WIN_CSC_LINK: 'a' } },
      'WIN_CSC_KEY_PASSWORD is not set',
    ],
    ['no certificate for macOS', { platform: 'darwin' }, 'CSC_LINK is not set'],
    ['no key to notarise with', { platform: 'darwin' }, 'APPLE_API_KEY is not set'],
    ['no keys for updates', but({ STRONGROOM_UPDATE_KEYS: undefined }), 'STRONGROOM_UPDATE_KEYS is not set'],
    [
      'keys for updates that are none',
      but({ STRONGROOM_UPDATE_KEYS: 'bm8ga2V5' }),
      'STRONGROOM_UPDATE_KEYS holds something that is not an Ed25519 public key',
    ],
    [
      'a space between the keys for updates',
      but({ STRONGROOM_UPDATE_KEYS: updates.STRONGROOM_UPDATE_KEYS.replace(',', ', ') }),
      'STRONGROOM_UPDATE_KEYS holds something',
    ],
    [
      'a key for updates of another kind',
      but({ STRONGROOM_UPDATE_KEYS: rsaKey.publicKey.export(spki).toString('base64') }),
      'STRONGROOM_UPDATE_KEYS holds something',
    ],
    ['no address of updates', but({ STRONGROOM_UPDATE_FEED: '' }), 'STRONGROOM_UPDATE_FEED is not set'],
    ...[
      ...['http://updates.example.org/', 'https://updates.example.org/x', 'https://ada@updates.example.org/'],
      ...['https://updates.example.org/?a=/', 'https://updates example.org/', 'updates.example.org/'],
    ].map(
      (feed) =>
        [
          `updates from ${feed}`,
          but({ STRONGROOM_UPDATE_FEED: feed }),
          'STRONGROOM_UPDATE_FEED is not an https:// address',
        ] as const,
    ),
    [
      'no key to sign what updates read',
      but({ STRONGROOM_RELEASE_KEY: undefined }),
      'STRONGROOM_RELEASE_KEY is not set',
    ],
    [
      'a file with a key to sign that is not there',
      but({ STRONGROOM_RELEASE_KEY: '/nowhere/key.pem' }),
      'STRONGROOM_RELEASE_KEY is not an Ed25519 private key',
    ],
    [
      'a key to sign of another kind',
      but({ STRONGROOM_RELEASE_KEY: rsaKey.privateKey.export(pem).toString() }),
      'STRONGROOM_RELEASE_KEY is not an Ed25519 private key',
    ],
    [
      'a key to sign that no app would take',
      but({ STRONGROOM_RELEASE_KEY: newReleaseKey() }),
      'STRONGROOM_RELEASE_KEY does not belong to any key of STRONGROOM_UPDATE_KEYS',
    ],
    [
      'no keys for updates on Windows',
      { platform: 'win32', environment: {} },
      'STRONGROOM_UPDATE_KEYS is not set',
    ],
    ['another system', { platform: 'freebsd' }, 'Nothing is released for freebsd'],
  ])('is refused with %s', (_what, change, says) => {
    expect(whyNoRelease({ ...good, ...change }).join('\n')).toContain(says);
  });
});
