/** Builds a deb of a small app twice, as electron-builder does: equal bytes, regardless of the files' owners. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPath, root } from '../setup/places.mjs';
import { controlFile } from './deb.mjs';
import { readFpmArguments } from './fpm-arguments.mjs';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'strongroom-deb-'));
});
afterEach(() => {
  rmSync(work, { recursive: true });
});

/** Arguments as electron-builder 26.17 passes them. */
function argumentsOf(folder: string, output: string): string[] {
  return [
    ...[
      '-s',
      'dir',
      '--force',
      '-t',
      'deb',
      '-d',
      'libgtk-3-0',
      '-d',
      'libc6 (>= 2.25)',
      '--deb-compression',
      'xz',
    ],
    ...['--architecture', 'amd64', '--after-install', join(folder, 'after-install')],
    ...[
      '--after-remove',
      join(folder, 'after-remove'),
      '--description',
      `A client\n It does ${'many '.repeat(20)}things.`,
      '--version',
      '1.2.3',
    ],
    ...['--package', output, '--name', 'strongroom', '--maintainer', 'A <a@example.org>', '--vendor', 'A'],
    ...[
      '--url',
      'https://example.org',
      '--category',
      'utils',
      '--deb-priority',
      'optional',
      '--license',
      'MPL-2.0',
    ],
    ...[
      '--deb-compression-level',
      '1',
      `${folder}/app/=/opt/Strongroom`,
      `${folder}/icon.png=/usr/share/icons/strongroom.png`,
    ],
  ];
}

/** Sources that differ in everything that must not matter: time, order, and permissions. */
function sources(name: string, names: readonly string[], mode: number, time: number): string {
  const folder = join(work, name);
  mkdirSync(join(folder, 'app', 'resources'), { recursive: true });
  for (const each of names) {
    writeFileSync(join(folder, 'app', each), `the file ${each}`);
    chmodSync(join(folder, 'app', each), each === 'strongroom' ? mode | 0o111 : mode);
    utimesSync(join(folder, 'app', each), time, time);
  }
  symlinkSync('strongroom', join(folder, 'app', 'link'));
  writeFileSync(join(folder, 'icon.png'), 'a picture');
  writeFileSync(join(folder, 'after-install'), '#!/bin/sh\necho installed\n');
  writeFileSync(join(folder, 'after-remove'), '#!/bin/sh\necho removed\n');
  return folder;
}

function make(folder: string, name: string): string {
  const output = join(work, name);
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };
  execFileSync(process.execPath, [join(root, 'build/packaging/fpm.mjs'), ...argumentsOf(folder, output)], {
    env,
  });
  return output;
}

describe.runIf(onPath('dpkg-deb') !== undefined)('a deb', () => {
  it('is the same, byte for byte, from the same files', () => {
    const one = make(sources('one', ['a', 'strongroom', 'b'], 0o600, 1_600_000_000), 'one.deb');
    const two = make(sources('two', ['b', 'a', 'strongroom'], 0o664, 1_800_000_000), 'two.deb');
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
  });

  it('belongs to root, at the time of the commit, and has no conffiles', () => {
    const deb = make(sources('one', ['strongroom', 'a'], 0o600, 1_600_000_000), 'one.deb');
    const listed = execFileSync('dpkg-deb', ['--contents', deb], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    });
    expect(listed).toContain('-rwxr-xr-x root/root        19 2023-11-14 22:13 ./opt/Strongroom/strongroom\n');
    expect(listed).toContain('-rw-r--r-- root/root        10 2023-11-14 22:13 ./opt/Strongroom/a\n');
    expect(listed).toContain('./opt/Strongroom/link -> strongroom\n');
    // Tells the app which package it was installed from.
    expect(listed).toContain('./opt/Strongroom/resources/package-type\n');
    const control = join(work, 'control');
    execFileSync('dpkg-deb', ['--control', deb, control]);
    const files = execFileSync('ls', [control], { encoding: 'utf8' }).trim().split('\n');
    expect(files).toEqual(['control', 'md5sums', 'postinst', 'postrm']);
    // An upgrade is not a removal.
    const script = (name: string, argument: string): string =>
      execFileSync('sh', [join(control, name), argument], { encoding: 'utf8' }).trim();
    expect(script('postinst', 'configure')).toBe('installed');
    expect(script('postinst', 'abort-upgrade')).toBe('');
    expect(script('postrm', 'remove')).toBe('removed');
    expect(script('postrm', 'upgrade')).toBe('');
  });
});

describe('what electron-builder asks of fpm', () => {
  it('becomes the control file', () => {
    const folder = sources('one', [], 0o644, 1);
    expect(controlFile(readFpmArguments(argumentsOf(folder, '/x.deb')), 42)).toBe(
      [
        ...['Package: strongroom', 'Version: 1.2.3', 'Architecture: amd64', 'Maintainer: A <a@example.org>'],
        ...[
          'Installed-Size: 42',
          'Depends: libgtk-3-0, libc6 (>= 2.25)',
          'Section: utils',
          'Priority: optional',
        ],
        ...[
          'Homepage: https://example.org',
          'Description: A client',
          ` It does ${'many '.repeat(13)}many`,
          ` ${'many '.repeat(6)}things.`,
          '',
        ],
      ].join('\n'),
    );
  });

  it('is refused where it is not understood', () => {
    expect(() => readFpmArguments(['--deb-systemd', 'x'])).toThrow('not understood: --deb-systemd');
    expect(() => readFpmArguments(['something'])).toThrow('not understood: something');
  });
});
