/**
 * Manifests for stores, built from a release as `npm run feed` describes it. Each is checked by its reader as far as
 * available here: a shell, the grammar of a cask (and Ruby, if it is there), a YAML parser, and for winget the rules
 * of its schema.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { onPath, root } from '../../setup/places.mjs';
import { describeReleases } from '../../setup/update-feed.mjs';
import { aboutApp } from '../about-app.mjs';
import { writeDesktopFiles, writePathLink, writeShareFiles } from '../share-files.mjs';
import { makeTarball } from '../tarball.mjs';
import { aurManifests } from './aur.mjs';
import { flathubManifests } from './flathub.mjs';
import { caskManifests } from './homebrew.mjs';
import { releaseOf } from './release-of.mjs';
import { wingetManifests } from './winget.mjs';

const base = 'https://example.org/strongroom/releases/download/v1.2.3/';
const place = { base, homepage: 'https://example.org/strongroom', maintainer: 'A <a@example.org>' };
const inner = 'strongroom-1.2.3-linux-x64';
const names = [
  `${inner}.tar.gz`,
  'strongroom-1.2.3-windows-x64-setup.exe',
  'strongroom-1.2.3-macos-arm64.dmg',
];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-manifests-'));
  for (const name of names) writeFileSync(join(folder, name), `bytes of ${name}`);
  describeAll('1.2.3');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function describeAll(version: string): void {
  const release = { version, released: '2026-11-24T10:00:00Z', notes: '' };
  for (const { name, text } of describeReleases(folder, names, release))
    writeFileSync(join(folder, name), text);
}

const only = (texts: Readonly<Record<string, string>>, ending: string): string => {
  const [found, more] = Object.entries(texts).filter(([path]) => path.endsWith(ending));
  if (found === undefined || more !== undefined) throw new Error(`not one ${ending}`);
  return found[1];
};

describe('the facts of a release', () => {
  it('are those of its descriptions, and of the files themselves', () => {
    const { version, released, files } = releaseOf(folder, place);
    expect({ version, released }).toEqual({ version: '1.2.3', released: '2026-11-24' });
    for (const { name, url, sha256 } of Object.values(files)) {
      expect(url).toBe(base + name);
      const [sum] = execFileSync('sha256sum', [join(folder, name)], { encoding: 'utf8' }).split(' ');
      expect(sha256).toBe(sum);
    }
  });

  it.each<readonly [string, () => void, RegExp]>([
    [
      'a file that is another one',
      () => writeFileSync(join(folder, names[0] ?? ''), 'x'),
      /not the described one/,
    ],
    ['no description', () => rmSync(join(folder, 'strongroom-darwin-arm64.json')), /describes no dmg/],
    ['an early version', () => describeAll('1.2.3-beta.1'), /no version for everybody/],
  ])('are none with %s', (_what, spoil, says) => {
    spoil();
    expect(() => releaseOf(folder, place)).toThrow(says);
  });

  it.each([
    '',
    'http://example.org/',
    'https://example.org/x',
    'https://example.org/$(id)/',
    `https://a/'b/`,
  ])('are none at %j', (address) => {
    expect(() => releaseOf(folder, { ...place, base: address })).toThrow(/STRONGROOM_RELEASE_URL/);
  });
});

describe('for winget', () => {
  /** Fields of winget's schema 1.10.0 (github.com/microsoft/winget-cli, schemas/JSON/manifests/v1.10.0). */
  const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength });
  const url = { type: 'string', pattern: '^https?://.+$', maxLength: 2048 };
  const common = {
    PackageIdentifier: {
      type: 'string',
      pattern: '^[^.\\s\\\\/:*?"<>|]{1,32}(\\.[^.\\s\\\\/:*?"<>|]{1,32}){1,7}$',
    },
    PackageVersion: { type: 'string', pattern: '^[^\\\\/:*?"<>|]+$', maxLength: 128 },
    ManifestVersion: { const: '1.10.0' },
  };
  const properties = {
    version: { ...common, ManifestType: { const: 'version' }, DefaultLocale: { const: 'en-US' } },
    installer: {
      ...common,
      ManifestType: { const: 'installer' },
      InstallerType: { enum: ['exe', 'nullsoft', 'inno', 'portable', 'zip', 'msi', 'wix', 'burn'] },
      Scope: { enum: ['user', 'machine'] },
      UpgradeBehavior: { enum: ['install', 'uninstallPrevious', 'deny'] },
      ReleaseDate: { type: 'string', format: 'date' },
      Installers: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['Architecture', 'InstallerUrl', 'InstallerSha256'],
          properties: {
            Architecture: { enum: ['x86', 'x64', 'arm', 'arm64', 'neutral'] },
            InstallerUrl: url,
            InstallerSha256: { type: 'string', pattern: '^[A-Fa-f0-9]{64}$' },
          },
        },
      },
    },
    defaultLocale: {
      ...common,
      ManifestType: { const: 'defaultLocale' },
      PackageLocale: { const: 'en-US' },
      Publisher: text(2, 256),
      PackageName: text(2, 256),
      PackageUrl: url,
      License: text(3, 512),
      ShortDescription: text(3, 256),
      Description: text(3, 10_000),
      Tags: { type: 'array', maxItems: 16, uniqueItems: true, items: text(1, 40) },
    },
  };

  it.each([
    ['version', 'Strongroom.Strongroom.yaml'],
    ['installer', '.installer.yaml'],
    ['defaultLocale', '.locale.en-US.yaml'],
  ] as const)('the %s file keeps to its schema', (type, name) => {
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    const wanted = properties[type];
    const check = ajv.compile({
      type: 'object',
      additionalProperties: false,
      properties: wanted,
      required: Object.keys(wanted),
    });
    const content: unknown = parse(only(wingetManifests(releaseOf(folder, place)), name));
    expect(check(content), JSON.stringify(check.errors)).toBe(true);
  });
});

describe('for Homebrew', () => {
  it('the cask names the image by its version and sum', () => {
    const cask = only(caskManifests(releaseOf(folder, place)), 'strongroom.rb');
    const { sha256 } = releaseOf(folder, place).files.dmg;
    expect(cask).toContain(`  sha256 "${sha256}"\n`);
    expect(cask).toContain('/v#{version}/strongroom-#{version}-macos-arm64.dmg"');
  });

  it('the cask is Ruby', () => {
    const cask = only(caskManifests(releaseOf(folder, place)), 'strongroom.rb');
    expect(notRuby(cask)).toEqual([]);
    // The reader reports a broken cask: a quote too many, code within a text, a missing end.
    for (const [from, to] of [
      ['desc "', 'desc ""'],
      ['#{version}', '#{exit}'],
      ['\nend\n', '\n'],
      ['app "', 'app '],
    ] as const)
      expect(notRuby(cask.replace(from, to)), from).not.toEqual([]);
    if (onPath('ruby') === undefined) return;
    const file = join(folder, 'strongroom.rb');
    writeFileSync(file, cask);
    expect(execFileSync('ruby', ['-c', file], { encoding: 'utf8' })).toBe('Syntax OK\n');
  });
});

/**
 * Lines of a cask that Ruby might not read: a cask of ours is one block of calls, each with a text or with a name
 * and its value. Few machines have Ruby, and none needs it for these.
 */
function notRuby(cask: string): readonly string[] {
  const text = String.raw`"(?:[^"\\#]|#\{version\})*"`;
  const call = new RegExp(String.raw`^  [a-z]\w* (?:${text}|[a-z]\w*: (?:${text}|:\w+))$`);
  const [first = '', ...rest] = cask.split('\n');
  const [empty, end] = [rest.pop(), rest.pop()];
  const around = [first === 'cask "strongroom" do', end === 'end', empty === ''].every(Boolean);
  return [
    ...(around ? [] : ['cask "strongroom" do … end']),
    ...rest.filter((line) => line !== '' && !call.test(line)),
  ];
}

/** A small app, packed like the archive. */
function packed(): string {
  const [app, extra] = [join(folder, 'app'), join(folder, 'extra')];
  for (const path of [
    'strongroom',
    'resources/app.asar',
    'resources/strongroom-launcher',
    'chrome-sandbox',
  ]) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    writeFileSync(join(app, path), path, { mode: 0o755 });
  }
  const epoch = 1_700_000_000;
  const launcher = { commands: [], exits: [] };
  writeShareFiles(extra, {
    version: '1.2.3',
    epoch,
    homepage: place.homepage,
    zsh: 'site-functions',
    launcher,
  });
  writeDesktopFiles(extra);
  writePathLink(extra);
  const inputs = [
    { from: `${app}/`, to: '/' },
    { from: `${join(extra, 'usr', 'share')}/`, to: '/share' },
    { from: `${join(extra, 'bin')}/`, to: '/bin' },
  ];
  makeTarball({ output: join(folder, `${inner}.tar.gz`), folder: inner, inputs, epoch });
  const unpacked = join(folder, 'src');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', join(folder, `${inner}.tar.gz`), '-C', unpacked]);
  describeAll('1.2.3');
  return unpacked;
}

const has = (...programs: string[]): boolean => programs.every((name) => onPath(name) !== undefined);

describe.skipIf(!has('bash', 'tar', 'gzip'))('for the AUR (skipped without bash and tar)', () => {
  it('the recipe puts the archive in place, and says what .SRCINFO says', () => {
    const src = packed();
    const texts = aurManifests(releaseOf(folder, place));
    const pkgbuild = join(folder, 'PKGBUILD');
    writeFileSync(pkgbuild, only(texts, 'PKGBUILD'));
    const pkg = join(folder, 'pkg');
    mkdirSync(pkg);
    const script =
      'set -eu; . "$1"; srcdir=$2 pkgdir=$3; (package); printf "%s\\n" "$pkgname" "$pkgver" "$url" "${source[0]}" "${sha256sums[0]}" "${depends[@]}"';
    const said = execFileSync('bash', ['-c', script, 'bash', pkgbuild, src, pkg], { encoding: 'utf8' });
    const [name, version, url, source, sum, ...depends] = said.trim().split('\n');
    const { targz } = releaseOf(folder, place).files;
    expect([name, version, url]).toEqual(['strongroom-bin', '1.2.3', place.homepage]);
    expect([source, sum]).toEqual([targz.url, targz.sha256]);
    const srcinfo = only(texts, '.SRCINFO');
    for (const line of [
      `source = ${targz.url}`,
      `sha256sums = ${targz.sha256}`,
      ...depends.map((each) => `depends = ${each}`),
    ])
      expect(srcinfo).toContain(`\t${line}\n`);
    for (const path of [
      'opt/strongroom/strongroom',
      'usr/bin/strongroom',
      'usr/share/applications/strongroom.desktop',
      `usr/share/metainfo/${aboutApp.desktopId}.metainfo.xml`,
    ])
      expect
        .soft(spawnSync('test', ['-e', join(pkg, path), '-o', '-L', join(pkg, path)]).status, path)
        .toBe(0);
    expect(readFileSync(join(pkg, 'opt/strongroom/resources/package-type'), 'utf8')).toBe('repository\n');
    for (const moved of ['share', 'bin'])
      expect.soft(existsSync(join(pkg, 'opt/strongroom', moved)), moved).toBe(false);
    expect(readlinkSync(join(pkg, 'usr/bin/strongroom'))).toBe(
      '/opt/strongroom/resources/strongroom-launcher',
    );
  });
});

interface FlatpakModule {
  readonly 'build-commands': readonly string[];
  readonly sources: readonly { readonly url?: string; readonly commands?: readonly string[] }[];
}

describe.skipIf(!has('sh', 'tar', 'gzip', 'desktop-file-edit', 'desktop-file-validate', 'appstreamcli'))(
  'for Flathub (skipped without the tools of desktop-file-utils and appstream)',
  () => {
    it('its commands put the app and the files of the desktop in place', () => {
      const cwd = join(packed(), inner);
      const manifest = parse(only(flathubManifests(releaseOf(folder, place)), '.Strongroom.yaml')) as {
        readonly id: string;
        readonly modules: readonly FlatpakModule[];
      };
      const [module] = manifest.modules;
      writeFileSync(join(cwd, 'launch.sh'), (module?.sources[1]?.commands ?? []).join('\n'));
      const app = join(folder, 'flatpak');
      for (const command of module?.['build-commands'] ?? [])
        execFileSync('sh', ['-ec', command.replaceAll('/app/', `${app}/`)], { cwd });
      const { id } = manifest;
      const desktop = join(app, 'share', 'applications', `${id}.desktop`);
      expect(execFileSync('desktop-file-validate', ['--no-hints', desktop], { encoding: 'utf8' })).toBe('');
      expect(readFileSync(desktop, 'utf8')).toContain(`Icon=${id}\n`);
      expect(readFileSync(join(app, 'strongroom', 'resources', 'package-type'), 'utf8')).toBe('repository\n');
      const metainfo = join(app, 'share', 'metainfo', `${id}.metainfo.xml`);
      expect(readFileSync(metainfo, 'utf8')).toContain(
        `<launchable type="desktop-id">${id}.desktop</launchable>`,
      );
      const checked = spawnSync('appstreamcli', ['validate', '--no-net', metainfo], { encoding: 'utf8' });
      expect(checked.status, checked.stdout).toBe(0);
    });
  },
);

it('are made by one command from a folder', () => {
  const into = join(folder, 'made');
  const environment = {
    STRONGROOM_RELEASE_URL: base,
    STRONGROOM_HOMEPAGE: place.homepage,
    STRONGROOM_MAINTAINER: place.maintainer,
  };
  const said = execFileSync(process.execPath, [join(root, 'build', 'manifests.mjs'), folder, into], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  for (const path of [
    'homebrew/Casks/s/strongroom.rb',
    'aur/PKGBUILD',
    'aur/.SRCINFO',
    `flathub/${aboutApp.desktopId}.yaml`,
  ]) {
    expect(said).toContain(path);
    expect(existsSync(join(into, path))).toBe(true);
  }
});
