/** Linux package files beside the app, below /usr/share: generated anew for each packaging, each from one list. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { documentedSwitches } from '../../electron/platform/switches.ts';
import { aboutApp } from './about-app.mjs';
import { root } from '../setup/places.mjs';
import { bashCompletion, fishCompletion, manualPage, zshCompletion } from './switch-files.ts';

/** @typedef {import('./switch-files.ts').LauncherFacts} LauncherFacts */

/** Folder of the installed app. */
export const INSTALLED = '/opt/Strongroom';

/** Scheme of references to entries (`shared/vault/reference.ts`), which the system opens Strongroom with. */
export const linkScheme = 'strongroom';

/** The launcher in the folder of the app. */
export const LAUNCHER = 'resources/strongroom-launcher';

/** Fields of the desktop menu entry beyond the name. */
export const desktopEntry = {
  GenericName: 'Vault client',
  Comment: 'Browse, read and edit the secrets of HashiCorp Vault and OpenBao',
  Categories: 'Utility;Security;',
  Keywords: 'vault;openbao;secrets;hashicorp;',
};

/**
 * Writes `usr/…` into a folder, with `usr/bin/strongroom` as a link to the launcher, which starts the installed app
 * unless it is called with a command.
 * @param {string} folder
 * @param {{ version: string, epoch: number, homepage: string | undefined, zsh: 'vendor-completions' | 'site-functions', launcher: LauncherFacts }} about
 *   `zsh`: folder for zsh completions; Debian has its own.
 */
export function writeShareFiles(folder, { version, epoch, homepage, zsh, launcher }) {
  const switches = documentedSwitches();
  const write = (/** @type {string} */ path, /** @type {string | Buffer} */ content) => {
    const file = join(folder, 'usr', 'share', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  write('man/man1/strongroom.1.gz', gzipped(manualPage(switches, launcher, { version, epoch })));
  write('bash-completion/completions/strongroom', bashCompletion(switches, launcher));
  write(`zsh/${zsh}/_strongroom`, zshCompletion(switches, launcher));
  write('fish/vendor_completions.d/strongroom.fish', fishCompletion(switches, launcher));
  write(`metainfo/${aboutApp.desktopId}.metainfo.xml`, metainfo({ version, epoch, homepage }));
  write('doc/strongroom/copyright', copyright());
  mkdirSync(join(folder, 'usr', 'bin'));
  symlinkSync(`../..${INSTALLED}/${LAUNCHER}`, join(folder, 'usr', 'bin', 'strongroom'));
}

/**
 * Commands and exit codes of a launcher.
 * @param {string} file
 * @returns {LauncherFacts}
 */
export function launcherFacts(file) {
  const { status, stdout, stderr } = spawnSync(file, ['describe'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The launcher does not describe itself: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Adds `bin/strongroom` to an archive's folder, for PATH: the app itself has that name beside it.
 * @param {string} folder
 */
export function writePathLink(folder) {
  mkdirSync(join(folder, 'bin'));
  symlinkSync(`../${LAUNCHER}`, join(folder, 'bin', 'strongroom'));
}

/**
 * Adds the files that electron-builder writes for packages itself, for an archive that it does not build.
 * @param {string} folder
 */
export function writeDesktopFiles(folder) {
  const share = join(folder, 'usr', 'share');
  const entry = {
    Name: 'Strongroom',
    Exec: 'strongroom %U',
    Terminal: 'false',
    Type: 'Application',
    Icon: 'strongroom',
    MimeType: `x-scheme-handler/${linkScheme};`,
  };
  const lines = Object.entries({ ...entry, StartupWMClass: 'strongroom', ...desktopEntry });
  mkdirSync(join(share, 'applications'), { recursive: true });
  writeFileSync(
    join(share, 'applications', 'strongroom.desktop'),
    ['[Desktop Entry]', ...lines.map(([key, value]) => `${key}=${value}`), ''].join('\n'),
  );
  const icons = join(root, 'build', 'icons');
  for (const name of readdirSync(icons).sort()) {
    const size = /^(\d+x\d+)\.png$/.exec(name)?.[1] ?? 'scalable';
    const file = join(
      share,
      'icons',
      'hicolor',
      size,
      'apps',
      `strongroom${name.endsWith('.svg') ? '.svg' : '.png'}`,
    );
    cpSync(join(icons, name), file);
  }
}

/** @param {{ version: string, epoch: number, homepage: string | undefined }} about */
function metainfo({ version, epoch, homepage }) {
  const day = new Date(epoch * 1000).toISOString().slice(0, 10);
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${aboutApp.desktopId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${aboutApp.licence}</project_license>
  <name>${aboutApp.name}</name>
  <summary>${aboutApp.summary}</summary>
  <description>
    <p>${aboutApp.description}</p>
    <ul>
      <li>Any number of servers side by side, each told apart by word, pattern and colour</li>
      <li>Values masked, revealed one at a time, and copied without being shown</li>
      <li>Every auth method of the server, wrapping tokens, key ceremonies, policies and the cluster</li>
    </ul>
  </description>
  <launchable type="desktop-id">strongroom.desktop</launchable>
${homepage === undefined ? '' : `  <url type="homepage">${homepage}</url>\n`}  <developer_name>${aboutApp.publisher}</developer_name>
  <provides>
    <binary>strongroom</binary>
  </provides>
  <content_rating type="oars-1.1" />
  <releases>
    <release version="${version}" date="${day}" />
  </releases>
</component>
`;
}

function copyright() {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: strongroom
Comment: The licences of everything inside are shown in the app (Help › About), and stand in
 ${INSTALLED}/LICENSE.electron.txt and ${INSTALLED}/LICENSES.chromium.html.

Files: *
Copyright: The Strongroom founders
License: MPL-2.0
 This program is free software under the Mozilla Public License, version 2.0, which stands in
 /usr/share/common-licenses/MPL-2.0 on Debian systems and at https://mozilla.org/MPL/2.0/.
`;
}

/**
 * Compresses without the timestamp that gzip would add.
 * @param {string} text
 */
function gzipped(text) {
  const bytes = gzipSync(text, { level: 9 });
  // Operating system in gzip's header: unknown.
  bytes[9] = 255;
  return bytes;
}
