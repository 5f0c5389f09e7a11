import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namesSource, packagingOf } from './packaging.ts';

let resources = '';
beforeEach(() => {
  resources = mkdtempSync(join(tmpdir(), 'strongroom-resources-'));
});
afterEach(() => {
  rmSync(resources, { recursive: true, force: true });
});

function installed(change: Partial<Parameters<typeof packagingOf>[0]> = {}, repository = false) {
  return packagingOf(
    {
      platform: 'linux',
      packaged: true,
      resourcesFolder: resources,
      executable: '/opt/Strongroom/strongroom',
      environment: {},
      ...change,
    },
    () => Promise.resolve(repository),
  );
}

describe('a copy of the app', () => {
  it('knows the package that it is from by the file in it', async () => {
    expect(await installed()).toMatchObject({ way: 'by-hand' });
    writeFileSync(join(resources, 'package-type'), 'deb\n');
    expect(await installed()).toEqual({ way: 'itself', kind: 'deb' });
    writeFileSync(join(resources, 'package-type'), 'flatpak');
    expect(await installed()).toMatchObject({ way: 'by-hand' });
  });

  it('leaves it to the package manager where a repository has it, whoever built it', async () => {
    writeFileSync(join(resources, 'package-type'), 'repository');
    expect(await installed()).toMatchObject({ way: 'package-manager' });
    writeFileSync(join(resources, 'package-type'), 'deb');
    expect(await installed({}, true)).toMatchObject({ way: 'package-manager' });
  });

  it('looks for new versions where nobody else would tell of them, and where a package manager knows them does not', async () => {
    const kindOf = async (...of: Parameters<typeof installed>) => (await installed(...of)).kind;
    expect(await kindOf()).toBe('targz');
    expect(await kindOf({ platform: 'darwin' })).toBe('dmg');
    expect(await kindOf({ platform: 'win32', executable: join(resources, 'Strongroom.exe') })).toBe(
      'portable',
    );
    expect(await kindOf({ packaged: false })).toBeUndefined();
    const types = { rpm: 'rpm', repository: undefined, flatpak: undefined };
    for (const [type, kind] of Object.entries(types)) {
      writeFileSync(join(resources, 'package-type'), type);
      expect(await kindOf()).toBe(kind);
    }
    writeFileSync(join(resources, 'package-type'), 'deb');
    expect(await kindOf({}, true)).toBeUndefined();
  });

  it('leaves an rpm to its package manager, and says what to do', async () => {
    writeFileSync(join(resources, 'package-type'), 'rpm');
    for (const repository of [false, true])
      expect(await installed({}, repository)).toEqual({
        way: 'package-manager',
        kind: 'rpm',
        why: expect.stringContaining('Update it with dnf or zypper') as string,
      });
  });

  it('is an AppImage only where it runs from one', async () => {
    const environment = { APPIMAGE: '/home/ada/Terminal.AppImage', APPDIR: '/tmp/.mount_Terminal' };
    expect(await installed({ environment })).toMatchObject({ way: 'by-hand' });
    expect(await installed({ environment, executable: '/tmp/.mount_Terminal/strongroom' })).toEqual({
      way: 'itself',
      kind: 'AppImage',
    });
  });

  it('updates itself on Windows where an installer has put it, and not on macOS or where it was built from source', async () => {
    writeFileSync(join(resources, 'package-type'), 'deb');
    expect(await installed({ packaged: false })).toMatchObject({ way: 'by-hand' });
    const windows = { platform: 'win32', executable: join(resources, 'Strongroom.exe') };
    expect(await installed(windows)).toMatchObject({ way: 'by-hand' });
    writeFileSync(join(resources, 'Uninstall Strongroom.exe'), '');
    expect(await installed(windows)).toEqual({ way: 'itself', kind: 'nsis' });
    expect(await installed({ platform: 'darwin' })).toMatchObject({ way: 'by-hand' });
  });
});

describe('what apt says', () => {
  const head = 'strongroom:\n  Installed: 0.1.0\n  Candidate: 0.1.0\n  Version table:\n *** 0.1.0 100\n';
  it('is a repository only beside the list of what is installed', () => {
    expect(namesSource(`${head}        100 /var/lib/dpkg/status\n`)).toBe(false);
    expect(
      namesSource(
        `${head}        500 https://apt.example.com stable/main amd64 Packages\n        100 /var/lib/dpkg/status\n`,
      ),
    ).toBe(true);
    expect(namesSource('')).toBe(false);
    expect(namesSource('strongroom:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n')).toBe(
      false,
    );
  });
});
