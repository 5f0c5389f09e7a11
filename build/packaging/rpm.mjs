/** Builds a package for Fedora, openSUSE and relatives with rpmbuild. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from './stage.mjs';

/** @typedef {import('./fpm-arguments.mjs').PackageRequest} PackageRequest */

/**
 * Builds the package of a stage.
 * @param {string} stage
 * @param {PackageRequest} request
 * @param {number} epoch Seconds since 1970.
 * @param {string} work An empty folder.
 */
export function makeRpm(stage, request, epoch, work) {
  const files = settle(stage, epoch);
  const spec = join(work, `${request.name}.spec`);
  writeFileSync(spec, specFile(request, stage, files));
  const output = join(work, 'rpms');
  mkdirSync(output);
  const macros = {
    _topdir: work,
    _rpmdir: output,
    _build_id_links: 'none',
    _binary_payload: 'w10.zstdio',
    _buildhost: 'localhost',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    // Chromium's binaries stay unchanged: not stripped, not searched for debugging information.
    __os_install_post: '%{nil}',
    debug_package: '%{nil}',
  };
  const defines = Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  // electron-builder passes Debian's name of the architecture.
  const architecture = request.architecture === 'amd64' ? 'x86_64' : request.architecture;
  const target = ['--target', `${architecture}-linux`];
  const { status, stderr } = spawnSync('rpmbuild', ['-bb', '--quiet', ...target, ...defines, spec], {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
  if (status !== 0) throw new Error(`rpmbuild: ${stderr}`);
  const [made] = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.rpm'),
  );
  if (made === undefined) throw new Error('rpmbuild made nothing');
  renameSync(join(output, made), request.output);
}

/**
 * @param {PackageRequest} request
 * @param {string} stage
 * @param {readonly import('./stage.mjs').Staged[]} files
 */
function specFile(request, stage, files) {
  const { name, version, maintainer, licence, depends, url, description, afterInstall, afterRemove } =
    request;
  const [synopsis, ...rest] = description;
  return [
    `Name: ${name}`,
    `Version: ${version}`,
    'Release: 1',
    `Summary: ${synopsis ?? name}`,
    `License: ${licence}`,
    `Vendor: ${maintainer}`,
    ...(url === '' ? [] : [`URL: ${url}`]),
    // Requirements are explicit; libraries in the app's own folder are private to it.
    'AutoReqProv: no',
    ...depends.map((each) => `Requires: ${each}`),
    '%description',
    ...rest,
    '%install',
    `cp -a '${stage}/.' %{buildroot}/`,
    '%post',
    afterInstall,
    '%postun',
    // `$1` is the number of remaining packages of this name: an upgrade is not a removal.
    `[ "$1" -eq 0 ] || exit 0\n${afterRemove}`,
    '%files',
    '%defattr(-,root,root)',
    ...files.flatMap(({ path, kind }) => {
      if (kind !== 'folder') return [`"/${path}"`];
      // Folders outside /opt belong to the system.
      return path.startsWith('opt/') ? [`%dir "/${path}"`] : [];
    }),
    '',
  ].join('\n');
}
