/** Builds a Debian package with dpkg-deb alone, byte-identical for the same stage. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from './stage.mjs';

/** @typedef {import('./fpm-arguments.mjs').PackageRequest} PackageRequest */

/**
 * Builds the package of a stage. The scripts run at installation and removal, but not on an upgrade.
 * @param {string} stage
 * @param {PackageRequest} request
 * @param {number} epoch Seconds since 1970.
 */
export function makeDeb(stage, request, epoch) {
  const files = settle(stage, epoch);
  const control = join(stage, 'DEBIAN');
  mkdirSync(control);
  const sums = files.flatMap(({ path, kind }) =>
    kind === 'file'
      ? [
          `${createHash('md5')
            .update(readFileSync(join(stage, path)))
            .digest('hex')}  ${path}`,
        ]
      : [],
  );
  writeFileSync(join(control, 'md5sums'), `${sums.join('\n')}\n`);
  writeFileSync(join(control, 'control'), controlFile(request, installedKilobytes(files)));
  writeFileSync(join(control, 'postinst'), script('configure', request.afterInstall));
  writeFileSync(join(control, 'postrm'), script('remove | purge | disappear', request.afterRemove));
  for (const name of ['postinst', 'postrm']) chmodSync(join(control, name), 0o755);
  settle(stage, epoch);
  const args = [
    '--root-owner-group',
    '-Zxz',
    `-z${request.level === '' ? '6' : request.level}`,
    '--uniform-compression',
    '--build',
    stage,
    request.output,
  ];
  const { status, stderr } = spawnSync('dpkg-deb', args, {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
  if (status !== 0) throw new Error(`dpkg-deb: ${stderr}`);
}

/**
 * The control file. The package has no conffiles: all settings are in each user's own folder.
 * @param {PackageRequest} request
 * @param {number} kilobytes
 */
export function controlFile(request, kilobytes) {
  const { name, version, architecture, maintainer, category, depends, recommends, url, description } =
    request;
  const [synopsis, ...rest] = description;
  const lines = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${String(kilobytes)}`,
    ...(depends.length > 0 ? [`Depends: ${depends.join(', ')}`] : []),
    ...(recommends.length > 0 ? [`Recommends: ${recommends.join(', ')}`] : []),
    `Section: ${category}`,
    'Priority: optional',
    ...(url === '' ? [] : [`Homepage: ${url}`]),
    `Description: ${synopsis ?? name}`,
    ...rest.flatMap((line) => (line === '' ? [' .'] : wrapped(line).map((part) => ` ${part}`))),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Wraps at 78 characters, as is usual for terminals.
 * @param {string} text
 */
function wrapped(text) {
  return text.match(/\S.{0,77}(?=\s|$)/g) ?? [];
}

/**
 * Size as Debian counts it: every file in whole kilobytes, and one for anything else.
 * @param {readonly import('./stage.mjs').Staged[]} files
 */
function installedKilobytes(files) {
  return files.reduce((sum, { kind, bytes }) => sum + (kind === 'file' ? Math.ceil(bytes / 1024) : 1), 0);
}

/**
 * @param {string} when Patterns of the first argument.
 * @param {string} body
 */
function script(when, body) {
  return `#!/bin/sh\nset -e\ncase "$1" in\n${when}) ;;\n*) exit 0 ;;\nesac\n${body}`;
}
