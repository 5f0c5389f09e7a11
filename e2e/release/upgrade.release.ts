/** Upgrade from an older package, and the files that remain after removal. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { dpkg } from '../../build/testing/installed.mjs';
import { startAudited } from './audited.ts';
import { installed } from './installed.ts';
import { keysOf } from './keys.ts';
import { newPerson } from './person.ts';

const deb = process.env['STRONGROOM_DEB'] ?? '';

/** The same package with a lower version, for dpkg and for the app itself. */
function older(folder: string): string {
  const unpacked = join(folder, 'unpacked');
  execFileSync('dpkg-deb', ['--raw-extract', deb, unpacked]);
  execFileSync('sed', ['-i', 's/^Version: .*/Version: 0.0.1/', join(unpacked, 'DEBIAN', 'control')]);
  const file = join(folder, 'older.deb');
  execFileSync('dpkg-deb', ['-Znone', '--build', unpacked, file]);
  return file;
}

const version = (): string =>
  dpkg(installed(), '--status', 'strongroom').match(/^Version: (.*)$/m)?.[1] ?? '';

test('@deb an upgrade keeps connections and settings; a removal leaves these alone @upgrade', async () => {
  expect(installed().byDpkg, 'installed by dpkg').toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-older-'));
  const person = await newPerson();
  const audited = await startAudited();
  const data = join(person.home, '.config', 'strongroom');
  try {
    const present = version();
    dpkg(installed(), '--install', older(folder));
    expect(version()).toBe('0.0.1');
    // The user connects, which saves the connection.
    const before = person.start(['--ready-line']);
    await before.ready();
    const keys = keysOf(person, 'Strongroom');
    keys.type(audited.server.address);
    keys.press('Return');
    await expect(async () => {
      keys.press('ctrl+a');
      keys.type(audited.server.rootToken);
      keys.press('Return');
      await expect
        .poll(() => audited.requests().includes('read auth/token/lookup-self'), { timeout: 3_000 })
        .toBe(true);
    }).toPass({ timeout: 45_000, intervals: [0] });
    await expect.poll(() => existsSync(join(data, 'profiles.json'))).toBe(true);
    await before.quit();
    const profilesBefore = readFileSync(join(data, 'profiles.json'), 'utf8');
    expect(profilesBefore).toContain(audited.server.address);
    const files = person.files();

    dpkg(installed(), '--install', deb);
    expect(version()).toBe(present);
    const after = person.start(['--ready-line']);
    await after.ready();
    await after.quit();
    expect(readFileSync(join(data, 'profiles.json'), 'utf8')).toBe(profilesBefore);
    expect(person.files()).toEqual(files);

    const shipped = dpkg(installed(), '--listfiles', 'strongroom')
      .split('\n')
      .filter((path) => /strongroom/i.test(path));
    expect(shipped.length).toBeGreaterThan(20);
    dpkg(installed(), '--purge', 'strongroom');
    for (const path of shipped) expect.soft(existsSync(join(installed().root, path)), path).toBe(false);
    expect(person.files(), 'what is the person’s stays').toEqual(files);
  } finally {
    await person.leave();
    await audited.stop();
    if (!existsSync(join(installed().folder, 'strongroom'))) dpkg(installed(), '--install', deb);
    rmSync(folder, { recursive: true, force: true });
  }
});
