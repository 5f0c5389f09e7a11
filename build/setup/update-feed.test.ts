import { describe, expect, it } from 'vitest';
import { newReleaseKey, publicKeyOf, systemOf } from './update-feed.mjs';
import { updateFacts } from './update-facts.mjs';

describe('what a feed describes', () => {
  it.each([
    ['strongroom_1.2.3_amd64.deb', 'linux', 'x64', 'deb'],
    ['strongroom-1.2.3.x86_64.rpm', 'linux', 'x64', 'rpm'],
    ['strongroom-1.2.3-linux-x86_64.AppImage', 'linux', 'x64', 'AppImage'],
    ['strongroom-1.2.3-linux-x64.tar.gz', 'linux', 'x64', 'targz'],
    ['strongroom-1.2.3-windows-x64-setup.exe', 'win32', 'x64', 'nsis'],
    ['strongroom-1.2.3-windows-x64-portable.exe', 'win32', 'x64', 'portable'],
    ['strongroom-1.2.3-macos-arm64.dmg', 'darwin', 'arm64', 'dmg'],
    ['strongroom_1.2.3_amd64-for-testing.deb', 'linux', 'x64', 'deb'],
  ])('%s is of %s', (name, platform, arch, kind) => {
    expect(systemOf(name)).toEqual({ platform, arch, kind });
  });

  it('is no list of sums, no signature, and no second copy of the same', () => {
    for (const name of ['SHA256SUMS', 'x.json.sig', 'strongroom-1.2.3-macos-arm64.zip', 'x.cdx.json'])
      expect(systemOf(name)).toBeUndefined();
  });
});

describe('the hosts that a feed may redirect to', () => {
  const key = publicKeyOf(newReleaseKey());
  const facts = (hosts: string, feed = 'https://github.com/a/b/releases/latest/download/') =>
    updateFacts({
      STRONGROOM_UPDATE_KEYS: key,
      STRONGROOM_UPDATE_FEED: feed,
      STRONGROOM_UPDATE_HOSTS: hosts,
    });

  it('stand in the package, each by its name', () => {
    expect(facts('a.example.com,b.example.com:8443')?.hosts).toEqual(['a.example.com', 'b.example.com:8443']);
    expect(facts('', 'https://updates.example.com/')?.hosts).toEqual([]);
  });

  it.each([
    'https://a.example.com',
    'a.example.com/x',
    'A.example.com',
    'ada@a.example.com',
    'a.example.com:443',
    'a b',
    '*.example.com',
  ])('are not %j', (hosts) => {
    expect(() => facts(hosts)).toThrow(/not the name of a host/);
  });

  it('are named where the feed is a release page of GitHub', () => {
    expect(() => facts('')).toThrow(/redirect to release-assets/);
  });
});
