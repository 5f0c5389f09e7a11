import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { describe, expect, it } from 'vitest';
import { fuses, packageConfig } from './electron-builder.mjs';
import { icnsFile, icoFile } from './packaging/icons.mjs';
import { root } from './setup/places.mjs';

const options = {
  electronDist: '/electron',
  electronVersion: '45.4.1',
  output: '/out',
  forTesting: false,
  identity: { version: '1.2.3', commit: 'c'.repeat(40), tag: 'v1.2.3', epoch: 1_700_000_000 },
  homepage: 'https://example.org',
  maintainer: 'A <a@example.org>',
};
const azure = {
  endpoint: 'https://weu.codesigning.azure.net/',
  publisherName: 'A',
  codeSigningAccountName: 'strongroom',
  certificateProfileName: 'release',
};
/** Silences electron-builder's log. */
const quiet = { isEnabled: false } as never;
const signed = packageConfig({ ...options, sign: true });

describe('the configuration of packages', () => {
  it.each([
    ['Linux', { ...options, share: { deb: '/deb', rpm: '/rpm' } }],
    ['Windows and macOS', { ...options, icon: { ico: '/i.ico', icns: '/i.icns' } }],
    ['a release', { ...options, sign: true }],
    ['a release that a service signs', { ...options, sign: true, azure }],
    ['the stand-in for Electron', { ...options, forTesting: true }],
  ])('keeps to electron-builder’s schema for %s', async (_what, of) => {
    await expect(validateConfiguration(packageConfig(of), quiet)).resolves.toBeUndefined();
  });

  it('would be refused with an option that there is none of', async () => {
    const wrong = { ...packageConfig(options), nsis: { oneTouch: true } } as never;
    await expect(validateConfiguration(wrong, quiet)).rejects.toThrow('configuration.nsis');
  });

  it('names files that exist', () => {
    const texts = [signed].flatMap((config) => textsIn(config));
    const files = texts.filter(
      (text) => text.startsWith(join(root, 'build')) && !text.includes('/build/out'),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('signs a release on Windows and macOS or fails, and notarises it', () => {
    expect(signed).toMatchObject({
      win: { forceCodeSigning: true },
      mac: { forceCodeSigning: true, hardenedRuntime: true, notarize: true },
      dmg: { sign: true },
    });
    const { mac } = packageConfig(options);
    expect(mac).toMatchObject({ identity: null, notarize: false });
  });

  it('has the service sign for Windows only where a release is signed', () => {
    expect(packageConfig({ ...options, sign: true, azure }).win).toMatchObject({ azureSignOptions: azure });
    expect(packageConfig({ ...options, azure }).win).not.toHaveProperty('azureSignOptions');
    expect(signed.win).not.toHaveProperty('azureSignOptions');
  });

  it('signs an app for macOS anew after its fuses are set, where no identity will', () => {
    expect(fuses(true).resetAdHocDarwinSignature).toBe(true);
    expect(fuses(false).resetAdHocDarwinSignature).toBe(false);
  });

  it('loosens of macOS’ hardened runtime only what V8 needs', () => {
    const plist = readFileSync(join(root, 'build', 'packaging', 'macos', 'entitlements.plist'), 'utf8');
    const keys = [...plist.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key);
    expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
  });

  it('marks what holds the stand-in for Electron in every name', () => {
    const config = packageConfig({ ...options, forTesting: true });
    const { artifactName, deb, rpm, nsis, portable, mac } = config;
    for (const named of [{ artifactName }, deb, rpm, nsis, portable, mac]) {
      expect(named?.artifactName).toContain('-for-testing.');
    }
    expect(config).toMatchObject({ extraMetadata: { strongroom: { forTesting: true } } });
  });
});

describe('icons', () => {
  it('for Windows name each picture and where it lies', () => {
    const ico = icoFile();
    const count = ico.readUInt16LE(4);
    expect(count).toBe(6);
    for (let index = 0; index < count; index += 1) {
      const at = ico.readUInt32LE(6 + 16 * index + 12);
      expect(ico.subarray(at + 1, at + 4).toString('latin1')).toBe('PNG');
    }
    const last = 6 + 16 * (count - 1);
    expect(ico.readUInt32LE(last + 12) + ico.readUInt32LE(last + 8)).toBe(ico.length);
  });

  it('for macOS are as long as they say, up to a picture of 1024', () => {
    const icns = icnsFile();
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    for (const [type, side, file] of [
      ['ic09', 512, 'icons/512x512.png'],
      ['ic10', 1024, 'packaging/icon-1024.png'],
    ] as const) {
      const at = icns.indexOf(type);
      expect(icns.readUInt32BE(at + 4)).toBe(statSync(join(root, 'build', file)).size + 8);
      // The width in the picture's own header.
      expect(icns.readUInt32BE(at + 8 + 16)).toBe(side);
    }
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
